/** Rows that are nobody's data: the examples of our templates, and the sum below a list. They can be taken in again. */
import { foldText } from '@servicebook/shared/fold-text';
import type { Cell } from '@servicebook/shared/import-fields';
import { languages } from '@servicebook/shared/primitives';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { cellText } from './describe-sheet.ts';

/** The first cell of an example begins with this. */
export const exampleMark = (language: (typeof languages)[number]): string =>
  textsOf(language, 'import')('examples.mark');

const marks = languages.map((language) => foldText(exampleMark(language)));
const sum =
  /^(summe|gesamt|insgesamt|total|totale|totales|sum|razem|suma|lacznie|ogolem|итого|всего)([\s:.,]|$)/;
/** The row of a sum has a word and one or two numbers. */
const mostCellsOfSum = 3;
const firstRows = 20;

const filled = (cells: readonly Cell[]): string[] =>
  cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');

const isExample = (cells: readonly Cell[]): boolean => {
  const [first = ''] = filled(cells).map(foldText);
  return marks.some((mark) => first.startsWith(mark));
};

const isSum = (cells: readonly Cell[]): boolean => {
  const texts = filled(cells);
  return texts.length <= mostCellsOfSum && texts.some((text) => sum.test(foldText(text)));
};

interface Reach {
  tx: AccountTransaction;
  accountId: number;
  importId: number;
}

/** Leaves such rows of a sheet out. @param headerRow rows up to this one are not data */
export async function leaveOut(
  { tx, accountId, importId }: Reach,
  sheet: number,
  headerRow: number | null,
): Promise<void> {
  const some = (order: 'ASC' | 'DESC', count: number) =>
    tx.$queryRaw<{ position: number; cells: Cell[] }[]>`
      SELECT position, cells FROM import_row
       WHERE account_id = ${accountId} AND import_id = ${importId} AND sheet = ${sheet} AND row > ${headerRow ?? 0}
       ORDER BY position ${Prisma.raw(order)} LIMIT ${count}`;
  const examples = (await some('ASC', firstRows)).filter(({ cells }) => isExample(cells));
  const sums = (await some('DESC', 1)).filter(({ cells }) => isSum(cells));
  const positions = [...examples, ...sums].map(({ position }) => position);
  if (positions.length > 0)
    await tx.importRow.updateMany({
      where: { importId, position: { in: positions } },
      data: { isSkipped: true },
    });
}
