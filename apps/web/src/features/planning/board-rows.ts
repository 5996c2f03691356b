/** The rows and cells of the board. Unchanged ones keep their identity, so that they are not drawn again. */

import type { Absence } from '@servicebook/shared/absence';
import {
  type Board,
  type Conflict,
  conflictsOf,
  fullDay,
  plannedMinutes,
} from '@servicebook/shared/planning';
import { brokenPromise, isOpenVisit, type Visit } from '@servicebook/shared/visit';

export type Technician = Board['technicians'][number];

/** A conflict that a card names. Too much work on one day is said by the cell. */
export type CardConflict = Exclude<Conflict, 'OVERLOAD'> | 'PAST' | 'TOLD_OTHERWISE';

export interface CardModel {
  /** Of the card: a visit with two technicians has two. */
  key: string;
  visit: Visit;
  userId: number | null;
  conflicts: CardConflict[];
}

export interface CellModel {
  day: string;
  cards: CardModel[];
  /** The planned work. */
  minutes: number;
  /** More than a day's work. */
  overload: boolean;
  absence: Absence | null;
}

export interface RowModel {
  /** Null: visits that nobody goes to yet. */
  person: Technician | null;
  cells: CellModel[];
}

export const cardKey = (visitId: number, userId: number | null): string => `visit-${visitId}-${userId ?? 0}`;

const sameCard = (one: CardModel, other: CardModel | undefined) =>
  one.visit === other?.visit && one.conflicts.join() === other.conflicts.join();

const sameCell = (one: CellModel, other: CellModel | undefined) =>
  one.day === other?.day &&
  one.overload === other.overload &&
  one.absence === other.absence &&
  one.cards.length === other.cards.length &&
  one.cards.every((card, index) => card === other.cards[index]);

const byTime = ({ visit: one }: CardModel, { visit: other }: CardModel) =>
  (one.from ?? '99').localeCompare(other.from ?? '99') || one.id - other.id;

/** @param before the rows drawn last */
export function rowsOf(
  { technicians, absences, today }: Pick<Board, 'technicians' | 'absences' | 'today'>,
  visits: readonly Visit[],
  days: readonly string[],
  before: readonly RowModel[],
): RowModel[] {
  const conflicts = conflictsOf(visits, absences);
  const drawn = new Map(
    before.flatMap(({ cells }) =>
      cells.flatMap((cell) => cell.cards.map((card) => [card.key, card] as const)),
    ),
  );
  const cards = new Map<string, CardModel[]>();
  for (const visit of visits) {
    if (visit.day === null || visit.state === 'CANCELLED') continue;
    const found = conflicts.get(visit.id) ?? [];
    const own: CardConflict[] = found.filter((conflict) => conflict !== 'OVERLOAD');
    if (visit.day < today && isOpenVisit(visit)) own.push('PAST');
    if (isOpenVisit(visit) && brokenPromise(visit, visit, today)) own.push('TOLD_OTHERWISE');
    const people = visit.technicians.length > 0 ? visit.technicians.map(({ id }) => id) : [null];
    for (const userId of people) {
      const place = `${userId} ${visit.day}`;
      const key = cardKey(visit.id, userId);
      const card = { key, visit, userId, conflicts: own };
      const old = drawn.get(key);
      cards.set(place, [...(cards.get(place) ?? []), old && sameCard(card, old) ? old : card]);
    }
  }
  const known = new Map(before.map((row) => [row.person?.id ?? null, row]));
  return [null, ...technicians].map((person) => {
    const old = known.get(person?.id ?? null);
    const cells = days.map((day, index) => {
      const here = (cards.get(`${person?.id ?? null} ${day}`) ?? []).sort(byTime);
      const minutes = plannedMinutes(here.map(({ visit }) => visit));
      const cell: CellModel = {
        day,
        cards: here,
        minutes,
        overload: person !== null && minutes > fullDay,
        absence:
          absences.find(({ user, from, to }) => user.id === person?.id && from <= day && day <= to) ?? null,
      };
      const oldCell = old?.cells[index];
      return sameCell(cell, oldCell) && oldCell ? oldCell : cell;
    });
    const same = old?.person === person && old.cells.length === cells.length;
    return same && cells.every((cell, index) => cell === old.cells[index]) ? old : { person, cells };
  });
}
