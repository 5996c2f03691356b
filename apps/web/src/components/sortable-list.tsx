import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sortable-list.module.css';

const DraggableList = lazy(() =>
  import('./sortable-list-drag.tsx').then((module) => ({ default: module.DraggableList })),
);

export interface SortableListProps<Item> {
  items: readonly Item[];
  itemKey: (item: Item) => string | number;
  /** The item's name in announcements. */
  itemLabel: (item: Item) => string;
  onMove: (from: number, to: number) => void;
  /** `handle` moves the item; place it at the start of the row. */
  renderItem: (item: Item, handle: ReactNode, index: number) => ReactNode;
  disabled?: boolean;
}

export interface HandleProps {
  label: string;
  index: number;
  count: number;
  onStep: (by: -1 | 1) => void;
  /** The grip once dragging is loaded; until then a static icon. */
  grip?: ReactNode;
}

/** Returns a list with the item at `from` moved to `to`. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Moves an item: a grip for dragging, and two buttons as an alternative. */
export function Handle({ label, index, count, onStep, grip }: HandleProps) {
  const { t } = useTranslation('components');
  const first = index === 0;
  const last = index === count - 1;
  return (
    <div className={classes.handle}>
      {grip ?? (
        <span className={classes.grip} aria-hidden>
          <IconGripVertical size={18} />
        </span>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step ?? ''}
        data-step="up"
        aria-label={t('sortable.up', { item: label })}
        aria-disabled={first}
        onClick={() => !first && onStep(-1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step ?? ''}
        data-step="down"
        aria-label={t('sortable.down', { item: label })}
        aria-disabled={last}
        onClick={() => !last && onStep(1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/**
 * A list that can be sorted by dragging, by keyboard or by the buttons of each row; every move is announced. Dragging
 * loads after the list, without shifting it.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, itemKey, itemLabel, onMove, renderItem, disabled = false } = props;
  const { t } = useTranslation('components');
  const [announcement, setAnnouncement] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const id = useId();

  // The pressed button keeps the focus while its row moves.
  const pressed = useRef<{ key: string; step: 'up' | 'down' } | null>(null);
  useEffect(() => {
    if (!pressed.current) return;
    const { key, step } = pressed.current;
    pressed.current = null;
    const row = place.current?.querySelector(`[data-item="${CSS.escape(key)}"]`);
    row?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
  });

  const step = (item: Item, index: number, by: -1 | 1) => {
    pressed.current = { key: String(itemKey(item)), step: by < 0 ? 'up' : 'down' };
    setAnnouncement(
      t('sortable.moved', { item: itemLabel(item), position: index + by + 1, count: items.length }),
    );
    onMove(index, index + by);
  };
  const handleOf = (item: Item, index: number, grip?: ReactNode) =>
    disabled ? null : (
      <Handle
        label={itemLabel(item)}
        index={index}
        count={items.length}
        onStep={(by) => step(item, index, by)}
        grip={grip}
      />
    );
  const still = (
    <ol className={classes.list}>
      {items.map((item, index) => (
        <li key={itemKey(item)} data-item={itemKey(item)} className={classes.item}>
          {renderItem(item, handleOf(item, index), index)}
        </li>
      ))}
    </ol>
  );
  return (
    <div ref={place} id={id}>
      {disabled ? (
        still
      ) : (
        <Suspense fallback={still}>
          <DraggableList
            {...(props as SortableListProps<unknown>)}
            handleOf={handleOf as (item: unknown, index: number, grip?: ReactNode) => ReactNode}
          />
        </Suspense>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}
