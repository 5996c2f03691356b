import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { ActionIcon, Badge, Button, Group, Indicator, SegmentedControl, Text } from '@mantine/core';
import '@mantine/core/styles/Indicator.layer.css';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { IconFilter, IconList, IconMap2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Paging } from '../../components/paging.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { inspectionSearchQuery } from '../inspection/inspection-overview.queries.ts';
import { NextInspection } from '../inspection/next-inspection.tsx';
import { visitSearchQuery } from '../visit/visit.queries.ts';
import { PriorityBadge } from '../visit/visit-badges.tsx';
import { useMachinesText } from '../visit/visit-texts.ts';
import { useDropTarget } from './drag.ts';
import type { Item } from './plan.ts';
import { nearOf, SideAddress, untilOf } from './planning-address.ts';
import { SideEntry } from './side-entry.tsx';
import classes from './side-list.module.css';
import { type CardActions, townOf } from './visit-card.tsx';

const SideFilters = lazy(async () => ({ default: (await import('./side-filters.tsx')).SideFilters }));
const SideMap = lazy(async () => ({ default: (await import('./side-map.tsx')).SideMap }));

const size = 20;
/** The most pressing ones; more of them cannot be chosen at once. */
const onMap = 100;

interface Props {
  today: string;
  chosen: ReadonlySet<string>;
  /** Entries being planned at this moment. */
  leaving: ReadonlySet<string>;
  actions: CardActions;
  /** Tells which entries are shown, so that they can be dragged and chosen. */
  onItems: (items: Item[]) => void;
}

/** What is not planned yet: visits without a day, and inspections due. */
export const SideList = memo(function SideList({ today, chosen, leaving, actions, onItems }: Props) {
  const { t } = useTranslation(['planning', 'service', 'inspection-overview', 'visit']);
  const machinesText = useMachinesText();
  const { values, set, change } = useAddress(SideAddress, { resets: 'page' });
  const { tab, view, text, categoryId, customerId, place, kilometres, page } = values;
  const [filtering, setFiltering] = useState(false);
  const element = useRef<HTMLElement>(null);
  useDropTarget(element, null, undefined);
  const near = nearOf(values);
  const common = { text, categoryId, customerId, near };
  const visitFilter = { ...common, states: ['TO_PLAN' as const] };
  const dueFilter = { ...common, planned: 'UNPLANNED' as const, dateTo: untilOf(values, today) };
  const paged = (shown: boolean) =>
    !shown ? { page: 0, size: 1 } : view === 'map' ? { page: 0, size: onMap } : { page, size };
  const visits = useQuery(
    visitSearchQuery({
      ...visitFilter,
      ...paged(tab === 'visits'),
      sort: { by: 'priority', direction: 'desc' },
    }),
  );
  const due = useQuery(inspectionSearchQuery({ ...dueFilter, ...paged(tab === 'due') }));
  const answer = tab === 'visits' ? visits : due;
  const filtered = set.some((name) => !['tab', 'view', 'page'].includes(name));
  // Whether there are any visits matters only if none is to be planned.
  const any = useQuery({
    ...visitSearchQuery({ size: 1 }),
    enabled: tab === 'visits' && !filtered && visits.data?.totalElements === 0,
  });

  const items: Item[] = [
    ...(tab === 'visits'
      ? (visits.data?.content ?? []).map(
          (visit): Item => ({
            kind: 'visit',
            key: `visit-${visit.id}-0`,
            visit,
            userId: visit.technicians[0]?.id ?? null,
          }),
        )
      : (due.data?.content ?? []).map((row): Item => ({ kind: 'due', key: `due-${row.device.id}`, row }))),
  ].filter(({ key }) => !leaving.has(key));
  useEffect(() => onItems(items));

  const filters = set.filter((name) =>
    ['categoryId', 'customerId', 'until', 'latitude'].includes(name),
  ).length;
  const chosenHere = items.filter(({ key }) => chosen.has(key)).length;
  return (
    <section ref={element} className={classes.side} aria-label={t('side')} data-not-printed>
      <Group gap="xs" wrap="nowrap" px="sm" pt="sm">
        <SegmentedControl
          flex={1}
          size="sm"
          styles={{ label: { paddingInline: 6 } }}
          aria-label={t('side')}
          value={tab}
          onChange={(next) => change({ tab: next as typeof tab }, { replace: false })}
          data={[
            {
              value: 'visits',
              label: <TabLabel text={t('tabs.visits')} count={visits.data?.totalElements} />,
            },
            { value: 'due', label: <TabLabel text={t('tabs.due')} count={due.data?.totalElements} /> },
          ]}
        />
      </Group>
      <Group gap="xs" wrap="nowrap" px="sm" pt="xs" pb="xs" className={classes.tools ?? ''}>
        <SearchBox value={text} onSearch={(next) => change({ text: next })} placeholder={t('search')} />
        <Indicator disabled={filters === 0} label={filters} size={16}>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('filter')}
            aria-expanded={filtering}
            onClick={() => setFiltering(!filtering)}
          >
            <IconFilter size={18} aria-hidden />
          </ActionIcon>
        </Indicator>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t(view === 'map' ? 'asList' : 'asMap')}
          title={t(view === 'map' ? 'asList' : 'asMap')}
          onClick={() => change({ view: view === 'map' ? 'list' : 'map' })}
        >
          {view === 'map' ? <IconList size={18} aria-hidden /> : <IconMap2 size={18} aria-hidden />}
        </ActionIcon>
      </Group>
      {filtering && (
        <Suspense fallback={<LoadingState />}>
          <SideFilters values={values} today={today} onChange={change} />
        </Suspense>
      )}
      {near && (
        <Group px="sm" pb="xs">
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t('clearArea')}
            onClick={() => change({ latitude: null, longitude: null, place: '' })}
          >
            {t('area', { km: kilometres, place: place || t('thisPlace') })}
          </Button>
        </Group>
      )}
      <div className={classes.scroll}>
        {answer.error && !answer.data ? (
          <ErrorState error={answer.error} onRetry={answer.refetch} />
        ) : !answer.data ? (
          <LoadingState />
        ) : view === 'map' ? (
          <Suspense fallback={<LoadingState />}>
            <SideMap items={items} chosen={chosen} onChoose={actions.choose} />
          </Suspense>
        ) : items.length === 0 ? (
          <Text size="sm" c="dimmed" p="md" ta="center">
            {t(
              filtered
                ? 'nothingFound'
                : tab === 'visits' && any.data?.totalElements === 0
                  ? 'noVisits'
                  : `nothing.${tab}`,
            )}
          </Text>
        ) : (
          <ul className={classes.entries} aria-busy={answer.isFetching}>
            {items.map((item) =>
              item.kind === 'visit' ? (
                <SideEntry
                  key={item.key}
                  entryKey={item.key}
                  name={item.visit.customer.shortName}
                  to={linkTo.visit({ id: item.visit.id })}
                  chosen={chosen.has(item.key)}
                  actions={actions}
                >
                  <span className={classes.line}>{machinesText(item.visit.devices)}</span>
                  <span className={classes.dimmed}>
                    {joinPresent(
                      [
                        townOf(item.visit),
                        item.visit.types.map((type) => t(`service:types.${type}`)).join(', '),
                      ],
                      ' · ',
                    )}
                  </span>
                  {item.visit.cancelReason && (
                    <span className={classes.failed}>{item.visit.cancelReason}</span>
                  )}
                  {item.visit.text && <span className={classes.dimmed}>{item.visit.text}</span>}
                  {item.visit.technicians.length > 0 && (
                    <span className={classes.dimmed}>{item.visit.technicians.map(nameOf).join(', ')}</span>
                  )}
                  <PriorityBadge priority={item.visit.priority} />
                </SideEntry>
              ) : (
                <SideEntry
                  key={item.key}
                  entryKey={item.key}
                  name={machineName(item.row.device)}
                  to={linkTo.machineEdit({ id: item.row.device.id })}
                  chosen={chosen.has(item.key)}
                  actions={actions}
                >
                  <span className={classes.line}>
                    {joinPresent([item.row.device.customer.shortName, item.row.device.city], ' · ')}
                  </span>
                  <Text component="span" size="xs">
                    <NextInspection {...item.row} handedOver={item.row.device.transferDate !== null} />
                  </Text>
                </SideEntry>
              ),
            )}
          </ul>
        )}
      </div>
      <div className={classes.foot}>
        {view === 'list' && items.length > 0 && (
          <Group gap="xs" justify="space-between">
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                const all = chosenHere === items.length;
                for (const { key } of items) if (chosen.has(key) === all) actions.choose(key);
              }}
            >
              {t(chosenHere === items.length ? 'chooseNone' : 'chooseAll')}
            </Button>
            {tab === 'due' && (
              <Text size="xs" c="dimmed">
                {t('dueUntil', { day: formatDay(untilOf(values, today), currentLanguage()) })}
              </Text>
            )}
          </Group>
        )}
        {answer.data && answer.data.totalElements > size && view === 'list' && (
          <Paging
            page={page}
            size={size}
            total={answer.data.totalElements}
            onPage={(next) => change({ page: next })}
          />
        )}
      </div>
    </section>
  );
});

function TabLabel({ text, count }: { text: string; count: number | undefined }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" justify="center">
      {text}
      {count !== undefined && (
        <Badge component="span" variant="light" color="gray" size="sm">
          {count}
        </Badge>
      )}
    </Group>
  );
}
