import { ActionIcon, Anchor, Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { addressLine, nameOrDash } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import type { DeviceOverview } from '@servicebook/shared/device-overview';
import { IconMapPin, IconPencil, IconPhone, IconPlus, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DayBadge } from '../../../components/day-badge.tsx';
import { RecordSummary } from '../../../components/record-summary.tsx';
import { ContactLinks } from '../../../features/customer/contact-links.tsx';
import { ContactPersons } from '../../../features/customer/contact-persons.tsx';
import { deviceOverviewQuery } from '../../../features/device/device.queries.ts';
import { NextInspection } from '../../../features/inspection/next-inspection.tsx';
import { currentLanguage } from '../../../lib/i18n.ts';
import { MachineTab } from '../../../lib/machine-tab.ts';
import { momentIn } from '../../../lib/moment-text.ts';
import { linkTo, paths } from '../../../lib/paths.ts';
import { callLink, placeLink } from '../../../lib/place-link.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useSession } from '../../../lib/use-session.ts';

interface Props {
  device: Device;
  /** Opens the form if there is no space for it next to the summary; without it, the form is visible. */
  onEdit?: (() => void) | undefined;
}

/** The summary of a machine: customer, place, last service and due work. */
export function DeviceSummary({ device, onEdit }: Props) {
  const { t } = useTranslation('device');
  const { searchWith } = useAddress(MachineTab);
  const { data: overview } = useQuery(deviceOverviewQuery(device.id));
  const { customer } = device;
  return (
    <RecordSummary
      label={t('summary.label')}
      head={
        <Group gap="sm" wrap="nowrap" align="start">
          <Box flex={1} miw={0}>
            <Anchor inherit component={Link} to={linkTo.customerEdit({ id: customer.id })} fw={600}>
              {customer.fullName || customer.shortName}
            </Anchor>
            {onEdit ? (
              <Text size="sm" c="dimmed">
                {addressLine(device)}
              </Text>
            ) : (
              <ContactLinks
                place={device}
                phoneNumber={overview?.customer.phoneNumber ?? ''}
                email={overview?.customer.email ?? ''}
              />
            )}
            {overview && <ContactPersons customerId={customer.id} contacts={overview.customer.contacts} />}
          </Box>
          {onEdit && (
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('summary.edit')}
              title={t('summary.edit')}
              onClick={onEdit}
            >
              <IconPencil size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      }
      facts={[
        [t('category'), device.category.name],
        [t('serialNumber'), device.serialNumber],
        [t('summary.lastService'), overview?.lastService && <LastService {...overview.lastService} />],
        [
          t('summary.nextInspection'),
          overview && <NextInspection {...overview} handedOver={device.transferDate !== null} />,
        ],
        [
          t('summary.warrantyUntil'),
          overview?.warrantyEnd && (
            <WarrantyEnd day={overview.warrantyEnd} days={overview.daysToEndWarranty ?? 0} />
          ),
        ],
        [
          t('summary.openTodos'),
          overview &&
            (overview.openTodos > 0 ? (
              <Anchor inherit component={Link} to={paths.machineTodo}>
                {overview.openTodos}
              </Anchor>
            ) : (
              overview.openTodos
            )),
        ],
      ]}
      actions={
        <>
          {!device.archived && (
            <Button
              component={Link}
              to={{ search: searchWith({ activeTab: 'service', service: 'new' }) }}
              fullWidth
              leftSection={<IconPlus size={18} stroke={1.9} aria-hidden />}
            >
              {t('summary.newProtocol')}
            </Button>
          )}
          {onEdit && <Tiles device={device} overview={overview} />}
        </>
      }
    />
  );
}

/** The last day of the warranty, and whether it has passed. */
function WarrantyEnd({ day, days }: { day: string; days: number }) {
  const { t } = useTranslation('inspection-overview');
  return (
    <DayBadge day={formatDay(day, currentLanguage())} urgency={days > 0 ? undefined : 'overdue'}>
      {days > 0 ? t('warranty.left', { count: days }) : t('warranty.over')}
    </DayBadge>
  );
}

function LastService({ id, date, type, user }: NonNullable<DeviceOverview['lastService']>) {
  const { t } = useTranslation('service');
  const { searchWith } = useAddress(MachineTab);
  const { user: reader } = useSession();
  return (
    <>
      <Anchor
        inherit
        underline="always"
        component={Link}
        to={{ search: searchWith({ activeTab: 'service', service: id }) }}
      >
        {momentIn(date, reader?.timezone || 'UTC')}
      </Anchor>
      <br />
      {[...type.map((each) => t(`types.${each}`)), nameOrDash(user)].join(', ')}
    </>
  );
}

/** The icon above the word: three words fit next to each other, also in Russian. */
const look = {
  variant: 'default',
  h: 'auto',
  px: 4,
  py: 'xs',
  styles: { inner: { flexDirection: 'column', gap: 4 }, section: { margin: 0, gap: 6 } },
} as const;

/** Sized for thumbs. */
function Tiles({ device, overview }: { device: Device; overview: DeviceOverview | undefined }) {
  const { t } = useTranslation('device');
  const { searchWith } = useAddress(MachineTab);
  // The main contact, or the company.
  const phone = overview && (overview.customer.contacts[0]?.phone || overview.customer.phoneNumber);
  const protocols = overview?.counts.protocols;
  const way = placeLink(device, navigator.userAgent);
  return (
    <SimpleGrid cols={3} spacing="xs" mt="xs">
      <Button
        component={Link}
        to={{ search: searchWith({ activeTab: 'service' }) }}
        replace
        preventScrollReset
        aria-label={[protocols, t('summary.protocols')].join(' ').trim()}
        leftSection={
          <>
            <IconTool size={18} stroke={1.7} aria-hidden />
            {/* With a space, the text reads like the accessible name. */}
            {protocols !== undefined && <span>{`${protocols} `}</span>}
          </>
        }
        {...look}
      >
        {t('summary.protocols')}
      </Button>
      {phone ? (
        <Button
          component="a"
          href={callLink(phone)}
          aria-label={t('summary.callNumber', { number: phone })}
          leftSection={<IconPhone size={18} stroke={1.7} aria-hidden />}
          {...look}
        >
          {t('summary.call')}
        </Button>
      ) : (
        <Button disabled leftSection={<IconPhone size={18} stroke={1.7} aria-hidden />} {...look}>
          {t('summary.call')}
        </Button>
      )}
      {way ? (
        <Button
          component="a"
          href={way}
          {...(way.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />}
          {...look}
        >
          {t('summary.navigate')}
        </Button>
      ) : (
        <Button disabled leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />} {...look}>
          {t('summary.navigate')}
        </Button>
      )}
    </SimpleGrid>
  );
}
