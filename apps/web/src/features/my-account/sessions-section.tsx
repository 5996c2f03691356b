import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { sessionsQuery, useEndSession } from './my-account.queries.ts';

/** Lists the browsers in which the user is signed in, and signs out of them. */
export function SessionsSection() {
  const { t } = useTranslation('my-account');
  return (
    <SectionCard title={t('sessions.title')} hint={t('sessions.hint')}>
      <SessionList
        query={useQuery(sessionsQuery)}
        end={useEndSession()}
        endAll={{ label: t('sessions.endOthers'), ended: t('sessions.othersEnded') }}
      />
    </SectionCard>
  );
}
