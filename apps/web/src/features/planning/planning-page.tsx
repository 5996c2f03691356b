import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import type { Absence } from '@servicebook/shared/absence';
import { addDays } from '@servicebook/shared/calendar';
import { searchOfText } from '@servicebook/shared/fold-text';
import { placeOfVisit } from '@servicebook/shared/visit';
import { IconList, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { ErrorState, LoadingState, NoConnectionState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { paths } from '../../lib/paths.ts';
import { usePrinting } from '../../lib/printing.ts';
import { useIsAway } from '../../lib/stored-answers.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { useToday } from '../../lib/use-today.ts';
import { VisitDialog } from '../visit/lazy-visit-dialog.ts';
import { machineOption } from '../visit/visit.queries.ts';
import type { VisitNeed } from '../visit/visit-form-values.ts';
import { Board } from './board.tsx';
import type { CellActions } from './board-cell.tsx';
import { daysOf } from './board-days.ts';
import type { Anchor } from './board-menus.tsx';
import { type RowModel, rowsOf } from './board-rows.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import { draggedKeys, targetOf } from './drag.ts';
import { type Item, nearby, type Target } from './plan.ts';
import { boardQuery } from './planning.queries.ts';
import { BoardAddress, SideAddress } from './planning-address.ts';
import classes from './planning-page.module.css';
import { usePlanChanges } from './use-plan-changes.ts';

// The board comes first; what surrounds it follows.
const SideList = lazy(async () => ({ default: (await import('./side-list.tsx')).SideList }));
const NoticeBar = lazy(async () => ({ default: (await import('./notice-bar.tsx')).NoticeBar }));
const PhoneBoard = lazy(async () => ({ default: (await import('./phone-board.tsx')).PhoneBoard }));
const CardMenu = lazy(async () => ({ default: (await import('./board-menus.tsx')).CardMenu }));
const CellMenu = lazy(async () => ({ default: (await import('./board-menus.tsx')).CellMenu }));
const SideSheet = lazy(async () => ({ default: (await import('./side-sheet.tsx')).SideSheet }));
const AbsenceDialog = lazy(async () => ({
  default: (await import('../absence/absence-dialog.tsx')).AbsenceDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));
const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }));

type OpenMenu =
  | { kind: 'card'; anchor: Anchor; item: Item }
  | { kind: 'cell'; anchor: Anchor; day: string; userId: number | null };

type OpenDialog =
  | { kind: 'move'; items: Item[]; start: Target }
  | { kind: 'edit'; item: Item & { kind: 'visit' } }
  | { kind: 'plan'; need: VisitNeed }
  | { kind: 'absence'; absence: Absence | { userId: number; from: string; to: string } }
  | { kind: 'day'; day: string; userId: number };

/** From this many technicians on they can be searched. */
const many = 9;
const none: readonly RowModel[] = [];

const anchorOf = (button: HTMLElement): Anchor => button.getBoundingClientRect();

/** Who goes where on which day, and what is not planned yet. */
export function PlanningPage() {
  const { t } = useTranslation(['planning', 'visit', 'common']);
  const printing = usePrinting();
  const narrowNow = useNarrowScreen();
  // Printing ends the narrow screen. The days must stay, or a phone would print some that it has not loaded.
  const [narrow, setNarrow] = useState(narrowNow);
  if (!printing && narrow !== narrowNow) setNarrow(narrowNow);
  const { user, may } = useSession();
  const ownToday = useToday();
  const { values, change } = useAddress(BoardAddress);
  const side = useAddress(SideAddress, { resets: 'page' });
  const range = narrow ? 'day' : values.range;
  const day = values.day ?? ownToday;
  const days = useMemo(() => daysOf(range, day), [range, day]);
  const boardAsked = useQuery(boardQuery(days[0] ?? day, days.at(-1) ?? day));
  const { data: board, error, refetch } = boardAsked;
  const isAway = useIsAway(boardAsked);
  const today = board?.today ?? ownToday;
  const changes = usePlanChanges(board);
  const { visits, apply, undo } = changes;

  const drawn = useRef(none);
  const rows = useMemo(
    () => (board ? rowsOf(board, visits, days, drawn.current) : none),
    [board, visits, days],
  );
  useEffect(() => {
    drawn.current = rows;
  }, [rows]);
  const shown = useMemo(() => {
    const isFound = searchOfText(values.people);
    return values.people === '' ? rows : rows.filter(({ person }) => !person || isFound(nameOf(person)));
  }, [rows, values.people]);

  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [sheet, setSheet] = useState(false);
  const focused = useRef<number | null>(null);
  /** What is on the screen by the key of its card; those of the side list come from there. */
  const sideItems = useRef<Item[]>([]);
  const keepItems = useCallback((items: Item[]) => {
    sideItems.current = items;
  }, []);
  const latest = useRef({ rows, chosen, apply, change });
  useEffect(() => {
    latest.current = { rows, chosen, apply, change };
  });
  const changeAddress = useCallback(
    (...part: Parameters<typeof change>) => latest.current.change(...part),
    [],
  );
  const showsSide = !narrow && values.side;
  const toggleSide = useCallback(
    () => (narrow ? setSheet(true) : changeAddress({ side: !showsSide })),
    [narrow, showsSide, changeAddress],
  );
  const find = useCallback((key: string): Item | null => {
    for (const { cells } of latest.current.rows)
      for (const { cards } of cells)
        for (const { visit, userId, key: own } of cards)
          if (own === key) return { kind: 'visit', key, visit, userId };
    return sideItems.current.find((item) => item.key === key) ?? null;
  }, []);
  const itemsOf = useCallback(
    (keys: Iterable<string>) => [...keys].flatMap((key) => find(key) ?? []),
    [find],
  );
  /** The card itself, or all that are chosen with it. */
  const grab = useCallback((key: string) => {
    const { chosen: keys } = latest.current;
    return keys.has(key) ? [...keys] : [key];
  }, []);
  const applyTo = useCallback((items: readonly Item[], target: Target) => {
    latest.current.apply(items, target);
    setChosen((before) => (items.some(({ key }) => before.has(key)) ? new Set() : before));
  }, []);

  useEffect(() => {
    const mark = (keys: readonly string[], dragging: boolean) => {
      for (const key of keys)
        for (const card of document.querySelectorAll<HTMLElement>(`[data-card="${key}"]`))
          if (dragging) card.dataset.dragging = 'true';
          else delete card.dataset.dragging;
    };
    return monitorForElements({
      canMonitor: ({ source }) => draggedKeys(source.data) !== null,
      onDragStart: ({ source }) => {
        // The browser lays the page out once more when an element with the focus is removed, as the card is when dropped.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        mark(draggedKeys(source.data) ?? [], true);
      },
      onDrop: ({ source, location }) => {
        const keys = draggedKeys(source.data) ?? [];
        mark(keys, false);
        const target = targetOf(location.current.dropTargets[0]?.data);
        if (target) applyTo(itemsOf(keys), target);
      },
    });
  }, [applyTo, itemsOf]);

  const actions = useMemo(
    (): CellActions => ({
      grab,
      countText: (count) => t('chosen', { count }),
      focused,
      choose: (key) =>
        setChosen((before) => {
          const next = new Set(before);
          if (!next.delete(key)) next.add(key);
          return next;
        }),
      openMenu: (key, button) => {
        const item = find(key);
        if (item) setMenu({ kind: 'card', anchor: anchorOf(button), item });
      },
      openCell: (at, userId, button) => setMenu({ kind: 'cell', anchor: anchorOf(button), day: at, userId }),
      openDay: (at, userId) => setDialog({ kind: 'day', day: at, userId }),
    }),
    [t, grab, find],
  );

  const moveBy = (key: string, byDays: number, byRows: number) => {
    const item = find(key);
    if (item?.kind !== 'visit' || item.visit.day === null) return;
    const index = shown.findIndex(({ person }) => (person?.id ?? null) === item.userId);
    const row = shown[index + byRows];
    if (!row) return;
    const to = addDays(item.visit.day, byDays);
    focused.current = item.visit.id;
    apply([item], { day: to, userId: row.person?.id ?? null });
    if (!days.includes(to)) change({ day: to });
  };

  const showNear = (point: { latitude: number; longitude: number }, place: string) => {
    side.change({ tab: 'due', view: 'list', text: '', ...point, place, kilometres: nearby });
    if (narrow) setSheet(true);
    else change({ side: true });
  };

  const chosenItems = itemsOf(chosen);
  const startOf = (items: readonly Item[]): Target => {
    const [first] = items;
    const of = first?.kind === 'visit' ? first : null;
    return {
      day: of?.visit.day ?? (days.includes(today) ? today : (days[0] ?? today)),
      userId: of?.userId ?? null,
    };
  };
  const askWhere = (items: Item[]) => setDialog({ kind: 'move', items, start: startOf(items) });
  const planned = (item: Item): VisitNeed =>
    item.kind === 'visit'
      ? {}
      : {
          source: 'INSPECTION',
          types: ['PERIODIC_INSPECTION'],
          customer: { id: item.row.device.customer.id, label: item.row.device.customer.shortName },
          devices: [machineOption(item.row.device)],
        };
  const cellAt = (at: string, userId: number | null) =>
    rows.find(({ person }) => (person?.id ?? null) === userId)?.cells.find((cell) => cell.day === at);
  const close = () => setDialog(null);

  const header = useMemo(
    () => (
      <PageHeader
        title={t('title')}
        actions={
          <Group gap="xs" wrap="nowrap">
            <HeaderAction
              variant="default"
              label={t('visit:title')}
              icon={<IconList size={20} aria-hidden />}
              to={paths.visitList}
            />
            <HeaderAction
              label={t('visit:plan')}
              icon={<IconPlus size={20} aria-hidden />}
              onClick={() => setDialog({ kind: 'plan', need: {} })}
            />
          </Group>
        }
      />
    ),
    [t],
  );
  const sideList = (
    <Suspense fallback={<LoadingState />}>
      <SideList
        today={today}
        chosen={chosen}
        leaving={changes.leaving}
        actions={actions}
        onItems={keepItems}
      />
    </Suspense>
  );

  return (
    <div className={classes.screen} data-printed-wide>
      {header}
      <BoardToolbar
        range={range}
        days={days}
        today={today}
        people={!narrow && (board?.technicians.length ?? 0) >= many ? values.people : null}
        side={showsSide}
        onChange={changeAddress}
        onSide={toggleSide}
      />
      <div className={classes.body} data-side={showsSide || undefined}>
        {showsSide && sideList}
        <div className={classes.board}>
          {chosen.size > 0 && (
            <Group gap="xs" className={classes.chosen ?? ''} data-not-printed>
              <Text size="sm" fw={600} role="status">
                {t('chosen', { count: chosen.size })}
              </Text>
              <Group gap="xs" ms="auto" flex="0 1 auto" mod="actions">
                <Button size="compact-sm" onClick={() => askWhere(chosenItems)}>
                  {t('menu.move')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setChosen(new Set())}>
                  {t('chooseNone')}
                </Button>
              </Group>
            </Group>
          )}
          {board ? (
            narrow && !printing ? (
              <Suspense fallback={<LoadingState />}>
                <PhoneBoard rows={shown} chosen={chosen} actions={actions} />
              </Suspense>
            ) : (
              <Board
                rows={shown}
                days={days}
                today={today}
                chosen={chosen}
                actions={actions}
                onMove={moveBy}
                onUndo={() => undo?.()}
              />
            )
          ) : isAway ? (
            <NoConnectionState
              title={t('common:states.needsConnection')}
              hint={t('common:states.planningAway')}
              onRetry={refetch}
            />
          ) : error ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : (
            <LoadingState />
          )}
        </div>
      </div>
      {!narrow && <VisuallyHidden id="board-keys">{t('keys')}</VisuallyHidden>}
      <Suspense>
        <NoticeBar
          notice={changes.notice}
          board={board}
          onUndo={undo}
          onNear={showNear}
          onClose={changes.dismiss}
        />
      </Suspense>
      <Suspense>
        {narrow && sheet && <SideSheet onClose={() => setSheet(false)}>{sideList}</SideSheet>}
      </Suspense>
      <Suspense>
        {menu?.kind === 'card' && (
          <CardMenu
            anchor={menu.anchor}
            item={menu.item}
            count={grab(menu.item.key).length}
            chosen={chosen.has(menu.item.key)}
            onClose={() => setMenu(null)}
            onMove={() => askWhere(itemsOf(grab(menu.item.key)))}
            onEdit={() =>
              menu.item.kind === 'visit'
                ? setDialog({ kind: 'edit', item: menu.item })
                : setDialog({ kind: 'plan', need: { ...planned(menu.item), day: startOf([]).day } })
            }
            onBack={() => applyTo(itemsOf(grab(menu.item.key)), { day: null })}
            onNear={() => {
              const point = menu.item.kind === 'visit' && placeOfVisit(menu.item.visit);
              if (point && menu.item.kind === 'visit') showNear(point, menu.item.visit.customer.shortName);
            }}
            onChoose={() => actions.choose(menu.item.key)}
          />
        )}
        {menu?.kind === 'cell' && (
          <CellMenu
            anchor={menu.anchor}
            chosen={chosen.size}
            userId={menu.userId}
            absent={Boolean(cellAt(menu.day, menu.userId)?.absence)}
            onClose={() => setMenu(null)}
            onPlan={() =>
              setDialog({
                kind: 'plan',
                need: { day: menu.day, technicians: menu.userId === null ? [] : [menu.userId] },
              })
            }
            onMoveHere={() => applyTo(chosenItems, { day: menu.day, userId: menu.userId })}
            onAbsence={
              may('absence.edit', menu.userId === user?.id)
                ? () => {
                    const absence = cellAt(menu.day, menu.userId)?.absence;
                    setDialog({
                      kind: 'absence',
                      absence: absence ?? { userId: menu.userId ?? 0, from: menu.day, to: menu.day },
                    });
                  }
                : null
            }
            onDay={() => setDialog({ kind: 'day', day: menu.day, userId: menu.userId ?? 0 })}
          />
        )}
      </Suspense>
      <Suspense>
        {dialog?.kind === 'move' && (
          <MoveDialog
            items={dialog.items}
            start={dialog.start}
            people={board?.technicians ?? []}
            onMove={(target) => {
              applyTo(dialog.items, target);
              // On a phone it covers the notice with its undo.
              setSheet(false);
            }}
            onClose={close}
          />
        )}
        {dialog?.kind === 'edit' && <VisitDialog visit={dialog.item.visit} onClose={close} />}
        {dialog?.kind === 'plan' && <VisitDialog visit={null} need={dialog.need} onClose={close} />}
        {dialog?.kind === 'absence' && <AbsenceDialog absence={dialog.absence} onClose={close} />}
        {dialog?.kind === 'day' && <DayOf dialog={dialog} rows={rows} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface DayOfProps {
  dialog: { day: string; userId: number };
  rows: readonly RowModel[];
  onClose: () => void;
}

function DayOf({ dialog: { day, userId }, rows, onClose }: DayOfProps) {
  const row = rows.find(({ person }) => person?.id === userId);
  const cell = row?.cells.find((each) => each.day === day);
  if (!row?.person || !cell) return null;
  return (
    <DayDialog
      person={row.person}
      day={day}
      visits={cell.cards.map(({ visit }) => visit)}
      onClose={onClose}
    />
  );
}
