import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/use-session.ts';
import classes from './profile-section.module.css';
import { SectionCard } from './section-card.tsx';

/** Who is signed in, as the administrator entered it. */
export function ProfileSection() {
  const { t } = useTranslation('my-account');
  const { user, isAdmin } = useSession();
  if (!user) return null;
  const facts = [
    [t('user.login'), user.email],
    [t('user.name'), `${user.firstName} ${user.lastName}`.trim()],
    [t('user.position'), user.position],
    [t('user.role'), t(isAdmin ? 'user.admin' : 'user.user')],
  ] as const;
  return (
    <SectionCard title={t('user.title')} hint={isAdmin ? undefined : t('user.hint')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
