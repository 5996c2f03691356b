import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/use-session.ts';
import { FactList } from './fact-list.tsx';
import { SectionCard } from './section-card.tsx';

/** Who is signed in, as the administrator entered it. */
export function ProfileSection() {
  const { t } = useTranslation('my-account');
  const { user, isAdmin } = useSession();
  if (!user) return null;
  return (
    <SectionCard title={t('user.title')} hint={isAdmin ? undefined : t('user.hint')}>
      <FactList
        facts={[
          [t('user.login'), user.email],
          [t('user.name'), `${user.firstName} ${user.lastName}`.trim()],
          [t('user.position'), user.position],
          [t('user.role'), t(isAdmin ? 'user.admin' : 'user.user')],
        ]}
      />
    </SectionCard>
  );
}
