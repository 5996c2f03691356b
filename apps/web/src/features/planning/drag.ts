/** What is dragged and where it is dropped, as data of the drag library. */
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview';
import { type RefObject, useEffect } from 'react';
import type { Target } from './plan.ts';

const dragged = Symbol('the keys of the dragged cards');
const place = Symbol('a cell of the board');

export const draggedKeys = (data: Record<string | symbol, unknown>): string[] | null =>
  (data[dragged] as string[] | undefined) ?? null;
export const targetOf = (data: Record<string | symbol, unknown> | undefined): Target | null =>
  (data?.[place] as Target | undefined) ?? null;

interface Draggable {
  /** Null: it cannot be dragged. */
  cardKey: string | null;
  /** The cards that move with it: itself, or all that are chosen. */
  grab: (key: string) => string[];
  /** What several of them are called. */
  countText: (count: number) => string;
}

/** Makes a card movable with the mouse. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  { cardKey, grab, countText }: Draggable,
): void {
  useEffect(() => {
    if (!element.current || cardKey === null) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ [dragged]: grab(cardKey) }),
      onGenerateDragPreview: ({ source, nativeSetDragImage }) => {
        const count = draggedKeys(source.data)?.length ?? 1;
        if (count < 2) return;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            container.textContent = countText(count);
            container.dataset.dragPreview = 'true';
          },
        });
      },
    });
  }, [element, cardKey, grab, countText]);
}

/** Makes an element a place to drop cards on. The highlight is an attribute, so that a drag draws nothing again. */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  day: string | null,
  userId: number | null | undefined,
): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const leave = () => delete target.dataset.over;
    return dropTargetForElements({
      element: target,
      getData: () => ({ [place]: { day, ...(userId !== undefined && { userId }) } satisfies Target }),
      getDropEffect: () => 'move',
      onDragEnter: () => {
        target.dataset.over = 'true';
      },
      onDragLeave: leave,
      onDrop: leave,
    });
  }, [element, day, userId]);
}
