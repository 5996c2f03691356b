/**
 * Lists of machines with one address in a row. It is the customer's as long as each customer has one; where a customer
 * has several, they are the places of its machines.
 */
import type { ImportSheet } from '@servicebook/shared/import';
import { groupOf, type ImportField } from '@servicebook/shared/import-fields';
import { asMachinePlaces, isCustomerPlace, isMachinePlace } from '@servicebook/shared/import-places';
import { isPlainAddress } from '@servicebook/shared/import-recognition';
import { Prisma } from '../../generated/prisma/client.ts';

type Read = <Result>(statement: Prisma.Sql) => Promise<Result[]>;
interface Of {
  accountId: number;
  importId: number;
}
type Columns = Pick<ImportSheet, 'columns' | 'headerRow'>;

/** What tells customers apart, the strongest first. */
const namingFields: ImportField[] = [
  'customer.ownNumber',
  'customer.shortName',
  'customer.fullName',
  'customer.nip',
];

/** The field by which the rows of a sheet name their customers; null: none does. */
const namingField = (fields: readonly (ImportField | null)[]): ImportField | null =>
  namingFields.find((field) => fields.includes(field)) ?? null;

/** What is longer is no name and no address. */
const longest = 500;

/** The columns of a sheet in which customers, streets and towns stand. */
function placesIn({ columns, headerRow }: Columns, sheet: number, group: 'customer' | 'machine') {
  const fields = columns.map(({ field }) => field);
  const at = (field: ImportField | null) => (field === null ? -1 : fields.indexOf(field));
  const [address, street, city, zip] = (['address', 'streetAddress', 'city', 'zipCode'] as const).map(
    (part) => at(`${group}.${part}`),
  ) as [number, number, number, number];
  const towns = [city, street < 0 ? -1 : address, zip];
  return {
    sheet,
    headerRow: headerRow ?? 0,
    customer: at(namingField(fields)),
    street: street < 0 ? address : street,
    town: towns.find((column) => column >= 0) ?? -1,
  };
}

/** The customers, as they are written, that have more than one street or town in the rows of these sheets. */
async function customersInPlaces(
  read: Read,
  { accountId, importId }: Of,
  lists: readonly ReturnType<typeof placesIn>[],
): Promise<string[]> {
  if (lists.length === 0) return [];
  // A column of -1 counts from the end, and there is none that would be meant.
  const text = (column: number) =>
    column < 0
      ? Prisma.sql`NULL::text`
      : Prisma.sql`lower(btrim(left(r.cells->>${column}::int, ${longest}::int)))`;
  const compared = (column: number) => Prisma.sql`nullif(regexp_replace(
    regexp_replace(${text(column)}, 'stra(ß|ss)e|str\\.', 'str', 'g'), '[^[:alnum:]]+', '', 'g'), '')`;
  const rows = lists.map(
    ({ sheet, headerRow, customer, street, town }) => Prisma.sql`
      SELECT ${text(customer)} AS customer, ${compared(street)} AS street, ${compared(town)} AS town
        FROM import_row r
       WHERE r.account_id = ${accountId} AND r.import_id = ${importId} AND r.sheet = ${sheet} AND r.row > ${headerRow}
         AND NOT r.is_skipped`,
  );
  const found = await read<{ customer: string }>(Prisma.sql`
    SELECT customer FROM (${Prisma.join(rows, ' UNION ALL ')}) AS one
     WHERE customer <> '' GROUP BY customer HAVING count(DISTINCT street) > 1 OR count(DISTINCT town) > 1`);
  return found.map(({ customer }) => customer);
}

/**
 * A sheet as it was recognised, with "Straße", "PLZ / Ort" and their like as the place of the machine, where a customer
 * has more than one. Headers that say whose the address is are left as they are.
 */
export async function withMachinePlaces(
  read: Read,
  of: Of,
  sheet: ImportSheet,
  index: number,
): Promise<ImportSheet> {
  const { columns } = sheet;
  const moved = asMachinePlaces(columns.map(({ field }) => field));
  const isPlain = columns.every(({ field, header }) => !isCustomerPlace(field) || isPlainAddress(header));
  if (!moved || !isPlain) return sheet;
  // Nobody else is named whose address it could be.
  const isOfNobody = namingField(moved) === null;
  if (!isOfNobody && (await customersInPlaces(read, of, [placesIn(sheet, index, 'customer')])).length === 0)
    return sheet;
  return { ...sheet, columns: columns.map((column, at) => ({ ...column, field: moved[at] ?? null })) };
}

/**
 * The field that names the customers of a sheet in which a plain address beside the customer is the place of the machine. A
 * customer whose rows all say the same one has it as its own address. Behind the machine, it is the machine's alone.
 */
export function customersAtPlaces({ columns }: Pick<ImportSheet, 'columns'>): ImportField | null {
  const fields = columns.map(({ field }) => field);
  const places = columns.filter(({ field }) => isMachinePlace(field));
  const firstMachine = fields.findIndex(
    (field) => field && groupOf(field) === 'machine' && !isMachinePlace(field),
  );
  const isBeside = fields.findLastIndex(isMachinePlace) < firstMachine;
  const isPlain = places.length > 0 && places.every(({ header }) => isPlainAddress(header));
  return isBeside && isPlain && !fields.some(isCustomerPlace) ? namingField(fields) : null;
}

/** The customers of such sheets that have more than one place, so that none of them is their address. */
export function customersInSeveralPlaces(
  read: Read,
  of: Of,
  sheets: readonly ImportSheet[],
): Promise<string[]> {
  const lists = sheets.flatMap((sheet, index) =>
    sheet.isLeftOut || !customersAtPlaces(sheet) ? [] : placesIn(sheet, index, 'machine'),
  );
  return customersInPlaces(read, of, lists);
}
