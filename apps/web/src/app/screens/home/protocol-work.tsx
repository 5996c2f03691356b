import { joinPresent } from '@servicebook/i18n/names.ts';
import { machineNames } from '@servicebook/shared/machine-name';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serviceSearchQuery } from '../../../features/service/service-overview.queries.ts';
import { useDraftRows } from '../../../features/service/use-draft-rows.ts';
import { momentIn } from '../../../lib/moment-text.ts';
import { linkTo, paths, withQuery } from '../../../lib/paths.ts';
import { performersOf } from '../../../lib/performers-of.ts';
import { useNumberText } from '../../../lib/protocol-number.ts';
import { useSession } from '../../../lib/use-session.ts';
import type { Known } from './figure.tsx';
import { shownRows, WorkCard, type WorkRow } from './work-card.tsx';

/** Protocols without a signature, the newest first, after the drafts on this device. */
export function ProtocolWork({ figures, failed }: Known) {
  const { t } = useTranslation('home');
  const { user, isAdmin } = useSession();
  const numberOf = useNumberText();
  const timezone = user?.timezone || 'UTC';
  const query = useQuery(
    serviceSearchQuery({
      states: ['NEW'],
      ...(isAdmin ? {} : { userId: user?.id }),
      sort: { by: 'date', direction: 'desc' },
      size: shownRows,
    }),
  );
  const drafts = useDraftRows().map(({ when, saved: _, ...row }): WorkRow => ({ ...row, end: when }));
  const { services } = figures ?? {};
  return (
    <WorkCard
      to={paths.servicesList}
      Icon={IconFileText}
      title={t('services')}
      counts={[
        {
          to: withQuery(paths.servicesList, { state: 'NEW', userId: user?.id }),
          label: t('ownUnsigned'),
          value: services?.ownUnsigned,
        },
        {
          to: withQuery(paths.servicesList, { state: 'NEW' }),
          label: t('allUnsigned'),
          value: services?.unsigned,
        },
        ...(services?.mailRefused
          ? [
              {
                to: withQuery(paths.servicesList, { state: 'MAIL_REFUSED' }),
                label: t('mailRefused'),
                value: services.mailRefused,
                urgent: true,
              },
            ]
          : []),
      ]}
      failed={failed}
      query={query}
      ownRows={drafts}
      rowOf={({ id, date, devices, customer, ...protocol }) => ({
        key: id,
        to: linkTo.machineEdit({
          id: devices[0]?.id ?? 0,
          customerId: customer.id,
          activeTab: 'service',
          service: id,
          prev: 'servicesList',
        }),
        title: `${numberOf(protocol)} · ${customer.shortName}`,
        hint: joinPresent([machineNames(devices), isAdmin && performersOf(protocol)]),
        end: momentIn(date, timezone).split(',')[0],
      })}
      empty={t(isAdmin ? 'noUnsigned' : 'noOwnUnsigned')}
    />
  );
}
