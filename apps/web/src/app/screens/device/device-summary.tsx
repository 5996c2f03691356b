import '@mantine/core/styles/Skeleton.layer.css';
import { ActionIcon, Anchor, Box, Button, Flex, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import type { DeviceOverview } from '@servicebook/shared/device-overview';
import { type Located, workPlaceOf } from '@servicebook/shared/work-place';
import { IconMapPin, IconPencil, IconPhone, IconPlus, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DayBadge } from '../../../components/day-badge.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { showTabs } from '../../../components/lazy-tabs.tsx';
import { type Fact, RecordSummary } from '../../../components/record-summary.tsx';
import { ContactLinks } from '../../../features/customer/contact-links.tsx';
import { ContactPersons } from '../../../features/customer/contact-persons.tsx';
import { deviceOverviewQuery } from '../../../features/device/device.queries.ts';
import { NextInspection } from '../../../features/inspection/next-inspection.tsx';
import { needOf, PlanVisit } from '../../../features/visit/plan-visit.tsx';
import { currentLanguage } from '../../../lib/i18n.ts';
import { MachineTab } from '../../../lib/machine-tab.ts';
import { momentIn } from '../../../lib/moment-text.ts';
import { linkTo } from '../../../lib/paths.ts';
import { performersOf } from '../../../lib/performers-of.ts';
import { callLink, placeLink } from '../../../lib/place-link.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useOpenService } from '../../../lib/use-open-service.ts';
import { useSession } from '../../../lib/use-session.ts';

const PastServiceDialog = lazy(async () => ({
  default: (await import('../../../features/service/past-service-dialog.tsx')).PastServiceDialog,
}));

interface Props {
  device: Device;
  /** On a phone, calls and the way there are buttons. */
  narrow: boolean;
  /** Opens the form; without it, the form is open. */
  onEdit: (() => void) | undefined;
}

/** A machine at a glance: whom to call, where it is, what was done last, and what is due. */
export function DeviceSummary({ device, narrow, onEdit }: Props) {
  const { t } = useTranslation(['device', 'customer', 'common']);
  const { searchWith } = useAddress(MachineTab);
  const openService = useOpenService();
  const { data: overview, error, isPending, refetch } = useQuery(deviceOverviewQuery(device.id));
  // Until it is known, a dash would say that there is none.
  const known = (show: (overview: DeviceOverview) => ReactNode) =>
    overview ? show(overview) : <Skeleton h="1rem" w="70%" my={3} />;
  const ofOverview = (): Fact[] => [
    [t('summary.lastService'), known((all) => <LastWork device={device} overview={all} />)],
    [
      t('summary.nextInspection'),
      known((all) => <NextInspection {...all} handedOver={device.transferDate !== null} />),
    ],
    [
      t('summary.warrantyUntil'),
      known(
        ({ warrantyEnd, daysToEndWarranty }) =>
          warrantyEnd && <WarrantyEnd day={warrantyEnd} days={daysToEndWarranty ?? 0} />,
      ),
    ],
    [t('summary.openVisits'), known(({ openVisits }) => <OpenVisits {...openVisits} />), 'wide'],
    [t('summary.lastEvent'), known(({ lastEvent }) => lastEvent && <LastEvent {...lastEvent} />), 'wide'],
    [
      t('summary.parts'),
      known(
        ({ newestParts, counts }) =>
          newestParts.length > 0 && (
            <Anchor
              inherit
              component={Link}
              mod="touch"
              replace
              preventScrollReset
              to={{ search: searchWith({ activeTab: 'equipments' }) }}
            >
              {joinPresent([
                ...newestParts.map(({ name }) => name),
                counts.parts > newestParts.length && '…',
              ])}
            </Anchor>
          ),
      ),
      'wide',
    ],
  ];
  const { customer } = device;
  const place = overview ? workPlaceOf(overview.customer, device) : { ...device, isCustomers: false };
  return (
    <RecordSummary
      label={t('summary.label')}
      head={
        <Group gap="sm" wrap="nowrap" align="start">
          <Box flex={1} miw={0}>
            <Anchor
              inherit
              component={Link}
              mod="touch"
              to={linkTo.customerEdit({ id: customer.id })}
              fw={600}
            >
              {customer.fullName || customer.shortName}
            </Anchor>
            {narrow ? (
              <Text size="sm" c="dimmed">
                {joinPresent(
                  [addressLine(place), place.isCustomers && t('customer:contact.position')],
                  ' · ',
                )}
              </Text>
            ) : (
              <ContactLinks
                place={place}
                phoneNumber={overview?.customer.phoneNumber ?? ''}
                email={overview?.customer.email ?? ''}
              />
            )}
            {overview && <ContactPersons customerId={customer.id} contacts={overview.customer.contacts} />}
          </Box>
          {narrow && onEdit && (
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
        ...(device.ownNumber ? [[t('ownNumber'), device.ownNumber] as const] : []),
        ...(overview || isPending ? ofOverview() : []),
      ]}
      failure={
        !overview && (
          <ErrorNotice
            mt="sm"
            error={error}
            title={t('summary.notLoaded')}
            action={
              <Button variant="default" mt="xs" onClick={() => refetch()}>
                {t('common:states.retry')}
              </Button>
            }
          />
        )
      }
      actions={
        <>
          {!device.archived && (
            <Button
              component={Link}
              to={{ search: searchWith({ activeTab: 'service', service: 'new' }) }}
              onClick={(event) => {
                // With a key held down, the browser opens another tab.
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                openService('new');
              }}
              fullWidth
              leftSection={<IconPlus size={18} stroke={1.9} aria-hidden />}
            >
              {t('summary.newProtocol')}
            </Button>
          )}
          {!device.archived && <PlanVisit need={needOf([device])} fullWidth mt="xs" />}
          {narrow ? (
            <Tiles place={place} overview={overview} coming={isPending} />
          ) : (
            onEdit && (
              <Button
                variant="default"
                fullWidth
                mt="xs"
                leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
                onClick={onEdit}
              >
                {t('summary.edit')}
              </Button>
            )
          )}
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

/** The last service: a protocol, or one that was entered afterwards and says so. Without any, it can be entered. */
function LastWork({ device, overview }: { device: Device; overview: DeviceOverview }) {
  const { t } = useTranslation('service');
  const { may } = useSession();
  const { searchWith } = useAddress(MachineTab);
  const [adding, setAdding] = useState(false);
  const { lastService, lastPastService: past } = overview;
  if (past)
    return (
      <>
        <Anchor
          inherit
          underline="always"
          component={Link}
          replace
          preventScrollReset
          to={{ search: searchWith({ activeTab: 'service' }) }}
        >
          {formatDay(past.date, currentLanguage())}
        </Anchor>
        <br />
        {joinPresent([past.types.map((each) => t(`types.${each}`)).join(', '), past.performedBy], ' · ')}
        <Text inherit component="span" display="block" c="dimmed">
          {t('past.mark')}
        </Text>
      </>
    );
  if (lastService) return <LastService {...lastService} />;
  if (device.archived || !may('service.edit')) return '–';
  return (
    <>
      <Anchor inherit component="button" type="button" ta="start" mod="touch" onClick={() => setAdding(true)}>
        {t('past.add')}
      </Anchor>
      <Suspense>
        {adding && <PastServiceDialog device={device} past={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}

function LastService(last: NonNullable<DeviceOverview['lastService']>) {
  const { id, date, type } = last;
  const { t } = useTranslation('service');
  const { searchWith } = useAddress(MachineTab);
  const { user: reader } = useSession();
  return (
    <>
      <Anchor
        inherit
        underline="always"
        component={Link}
        mod={{ touch: 'text' }}
        to={{ search: searchWith({ activeTab: 'service', service: id }) }}
      >
        {momentIn(date, reader?.timezone || 'UTC')}
      </Anchor>
      <br />
      {joinPresent([type.map((each) => t(`types.${each}`)).join(', '), performersOf(last)], ' · ')}
    </>
  );
}

/** The next visits: when, and who goes. */
function OpenVisits({ count, first }: DeviceOverview['openVisits']) {
  const { t } = useTranslation(['device', 'service']);
  if (count === 0) return '–';
  return (
    <Flex component="ul" direction="column">
      {first.map(({ id, day, types, technicians }) => (
        <li key={id}>
          <Anchor
            inherit
            underline="always"
            component={Link}
            mod={{ touch: 'text' }}
            to={linkTo.visit({ id })}
          >
            {day ? formatDay(day, currentLanguage()) : t('summary.toPlan')}
          </Anchor>{' '}
          {joinPresent([
            ...types.map((each) => t(`service:types.${each}`)),
            ...technicians.map((each) =>
              each.active ? nameOf(each) : t('summary.inactive', { name: nameOf(each) }),
            ),
          ])}
        </li>
      ))}
      {count > first.length && <li>{t('summary.moreVisits', { count: count - first.length })}</li>}
    </Flex>
  );
}

/** The newest event, with a link to all of them. */
function LastEvent({ date, text }: NonNullable<DeviceOverview['lastEvent']>) {
  const { searchWith } = useAddress(MachineTab);
  const { user } = useSession();
  return (
    <>
      <Anchor
        inherit
        underline="always"
        component={Link}
        mod={{ touch: 'text' }}
        replace
        preventScrollReset
        to={{ search: searchWith({ activeTab: 'incident' }) }}
      >
        {momentIn(date, user?.timezone || 'UTC')}
      </Anchor>
      <Text inherit lineClamp={2} mod="prose">
        {text}
      </Text>
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

interface TilesProps {
  place: Located;
  overview: DeviceOverview | undefined;
  /** Whom to call, and perhaps the way, is not known yet. */
  coming: boolean;
}

/** Sized for thumbs. */
function Tiles({ place, overview, coming }: TilesProps) {
  const { t } = useTranslation('device');
  const { searchWith } = useAddress(MachineTab);
  // The main contact, or the company.
  const phone = overview && (overview.customer.contacts[0]?.phone || overview.customer.phoneNumber);
  const protocols = overview?.counts.protocols;
  const way = placeLink(place, navigator.userAgent);
  return (
    <SimpleGrid cols={3} spacing="xs" mt="xs">
      <Button
        component={Link}
        to={{ search: searchWith({ activeTab: 'service' }) }}
        replace
        preventScrollReset
        onClick={showTabs}
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
      ) : coming ? (
        <Skeleton />
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
      ) : coming ? (
        <Skeleton />
      ) : (
        <Button disabled leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden />} {...look}>
          {t('summary.navigate')}
        </Button>
      )}
    </SimpleGrid>
  );
}
