import { Anchor, Button, Text } from '@mantine/core';
import type { Customer } from '@servicebook/shared/customer';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RecordSummary } from '../../../components/record-summary.tsx';
import { ContactLinks } from '../../../features/customer/contact-links.tsx';
import { customerCountsQuery } from '../../../features/customer/customer.queries.ts';
import { LastProtocols } from '../../../features/service/last-protocols.tsx';
import { paths, withQuery } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';

// Loaded later: it brings the calendar along, and most people see no prices.
const CustomerPrices = lazy(async () => ({
  default: (await import('../../../features/billing/customer-prices.tsx')).CustomerPrices,
}));

/** The summary of a customer: contact, machines, due work and recent work. */
export function CustomerSummary({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customer');
  const { may, user } = useSession();
  // Closed while the user's access has expired, as the prices themselves.
  const pricesShown = may('billing.manage') && !user?.expired;
  const { id, shortName, fullName, phoneNumber, email } = customer;
  const { data: counts } = useQuery(customerCountsQuery(id));
  return (
    <RecordSummary
      label={t('summary.label')}
      head={
        <>
          <Text fw={600}>{fullName}</Text>
          <ContactLinks
            place={{
              ...customer,
              gpsLatitude: customer.position?.latitude ?? null,
              gpsLongitude: customer.position?.longitude ?? null,
            }}
            phoneNumber={phoneNumber}
            email={email}
          />
        </>
      }
      facts={[
        [
          t('summary.machines'),
          counts && (
            <Anchor
              inherit
              component={Link}
              mod={{ touch: 'text' }}
              miw="2.75rem"
              to={withQuery(paths.customerEdit, { id, activeTab: 'devices' })}
              replace
            >
              {counts.machines}
            </Anchor>
          ),
        ],
        [
          t('summary.overdue'),
          counts &&
            (counts.overdueInspections > 0 ? (
              <Anchor
                inherit
                component={Link}
                mod={{ touch: 'text' }}
                miw="2.75rem"
                to={withQuery(paths.machinePeriodicInspection, { due: 'OVERDUE', q: shortName })}
                c="var(--mantine-color-error)"
                fw={600}
              >
                {counts.overdueInspections}
              </Anchor>
            ) : (
              counts.overdueInspections
            )),
        ],
        ...(pricesShown
          ? [
              [
                t('summary.prices'),
                <Suspense key="prices">
                  <CustomerPrices customerId={id} />
                </Suspense>,
              ] as const,
            ]
          : []),
        [t('summary.lastProtocols'), <LastProtocols key="protocols" of={{ customerId: id }} />, 'wide'],
      ]}
      actions={
        may('device.edit') && (
          <Button
            component={Link}
            to={withQuery(paths.machineAdd, { customerId: id })}
            fullWidth
            leftSection={<IconPlus size={18} stroke={1.9} aria-hidden />}
          >
            {t('summary.newMachine')}
          </Button>
        )
      }
    />
  );
}
