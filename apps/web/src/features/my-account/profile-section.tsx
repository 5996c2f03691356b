import { nameOf } from '@servicebook/i18n/names.ts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useSession } from '../../lib/use-session.ts';

/** The current user's data, as entered by the administrator. */
export function ProfileSection() {
  const { t } = useTranslation('my-account');
  const { user, isAdmin } = useSession();
  if (!user) return null;
  return (
    <SectionCard title={t('user.title')} hint={isAdmin ? undefined : t('user.hint')}>
      <FactList
        facts={[
          [t('user.login'), user.email],
          [t('user.name'), nameOf(user)],
          [t('user.position'), user.position],
          [t('user.role'), t(isAdmin ? 'user.admin' : 'user.user')],
        ]}
      />
    </SectionCard>
  );
}
