import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sortable-list.module.css';
import type { SortableListProps } from './sortable-list.tsx';

interface DraggableListProps extends SortableListProps<unknown> {
  handleOf: (item: unknown, index: number, grip: ReactNode) => ReactNode;
}

/** The list with drag and drop; loaded separately because of its size. */
export function DraggableList({
  items,
  itemKey,
  itemLabel,
  onMove,
  renderItem,
  handleOf,
}: DraggableListProps) {
  const { t } = useTranslation('components');
  const sensors = useSensors(
    // Requires a few pixels of movement, because a tap on the grip is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map((item) => String(itemKey(item)));
  const announce = (
    text: 'picked' | 'moved' | 'cancelled',
    id: UniqueIdentifier,
    at: UniqueIdentifier = id,
  ) => {
    const item = items[keys.indexOf(String(id))];
    if (item === undefined) return '';
    const place = { position: keys.indexOf(String(at)) + 1, count: items.length };
    return t(`sortable.${text}`, { item: itemLabel(item), ...place });
  };
  const lastOver = useRef<UniqueIdentifier | null>(null);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      return announce('picked', active.id);
    },
    onDragOver: ({ active, over }) => {
      // Over its own place, the item has not moved. Announcing that would hide that it was picked up.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return announce('moved', active.id, over.id);
    },
    onDragEnd: ({ active, over }) => announce('moved', active.id, over?.id),
    onDragCancel: ({ active }) => announce('cancelled', active.id),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('sortable.instructions') },
      }}
      onDragEnd={({ active, over }) => {
        const from = keys.indexOf(String(active.id));
        const to = over ? keys.indexOf(String(over.id)) : -1;
        if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol className={classes.list}>
          {items.map((item, index) => {
            const key = keys[index] ?? '';
            return (
              <DraggableItem key={key} id={key} label={t('sortable.move', { item: itemLabel(item) })}>
                {(grip) => renderItem(item, handleOf(item, index, grip), index)}
              </DraggableItem>
            );
          })}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface DraggableItemProps {
  id: string;
  label: string;
  children: (grip: ReactNode) => ReactNode;
}

function DraggableItem({ id, label, children }: DraggableItemProps) {
  const { t } = useTranslation('components');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, attributes: { roleDescription: t('sortable.role') } });
  return (
    <li
      ref={setNodeRef}
      data-item={id}
      className={classes.item}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {children(
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.grip}
          {...attributes}
          {...listeners}
          aria-label={label}
        >
          <IconGripVertical size={18} aria-hidden />
        </button>,
      )}
    </li>
  );
}
