import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const stops = '[data-stop]';
const stopsOf = (cell: Element | null | undefined): HTMLElement[] => [
  ...(cell?.querySelectorAll<HTMLElement>(stops) ?? []),
];

/** Only one card or cell of the board is in the order of the Tab key, and the menu of that card. */
function makeCurrent(table: HTMLElement, current: HTMLElement): void {
  for (const old of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) old.tabIndex = -1;
  current.tabIndex = 0;
  const menu = current.closest('[data-card]')?.querySelector<HTMLElement>('[data-card-menu]');
  if (menu) menu.tabIndex = 0;
}

interface Keys {
  /** Alt and an arrow: by days, and by technicians. */
  onMove: (key: string, days: number, rows: number) => void;
  onChoose: (key: string) => void;
  onUndo: () => void;
}

/** Arrow keys lead through the board as through a table; with Alt they move the card. */
export function useBoardKeys(table: RefObject<HTMLTableElement | null>, { onMove, onChoose, onUndo }: Keys) {
  // After each drawing: the current card may have gone.
  useEffect(() => {
    const element = table.current;
    if (!element || element.querySelector(`${stops}[tabindex="0"]`)) return;
    const first = element.querySelector<HTMLElement>(stops);
    if (first) makeCurrent(element, first);
  });

  const onFocus = (event: { target: EventTarget }) => {
    const target = event.target as HTMLElement;
    if (table.current && target.matches(stops)) makeCurrent(table.current, target);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      return onUndo();
    }
    const target = event.target as HTMLElement;
    const cell = target.closest('td');
    if (!cell || !target.matches(stops) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = target.closest<HTMLElement>('[data-card]')?.dataset.card;
    const [columns, rows] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (event.key === ' ' && key) {
      event.preventDefault();
      return onChoose(key);
    }
    if (columns === undefined || rows === undefined) return;
    event.preventDefault();
    if (event.altKey) {
      if (key) onMove(key, columns, rows);
      return;
    }
    const here = stopsOf(cell);
    const index = here.indexOf(target);
    const within = rows === 0 ? undefined : here[index + rows];
    if (within) return within.focus();
    const row = cell.parentElement as HTMLTableRowElement;
    const nextRow =
      rows === 0 ? row : (row.parentElement?.children[row.sectionRowIndex + rows] as typeof row);
    const next = stopsOf(nextRow?.cells[cell.cellIndex + columns]);
    (rows < 0 ? next.at(-1) : next[rows === 0 ? Math.min(index, next.length - 1) : 0])?.focus();
  };
  return { onFocus, onKeyDown };
}
