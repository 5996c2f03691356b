/** New keys for old ones: the keys of the former account may be taken here. */
import type { Prisma } from '../../generated/prisma/client.ts';
import { modelOfKey } from '../export/export-columns.ts';

type Row = Record<string, unknown>;

export class ArchiveKeys {
  private readonly byModel = new Map<string, Map<number, number>>();

  set(model: string, from: number, to: number): void {
    const keys = this.byModel.get(model) ?? new Map<number, number>();
    this.byModel.set(model, keys.set(from, to));
  }

  /** Null: there is no such row. */
  get(model: string, from: unknown): number | null {
    return this.byModel.get(model)?.get(Number(from)) ?? null;
  }

  /** Replaces all keys in a row by the new ones, except its own. */
  translate(model: Prisma.ModelName, row: Row): Row {
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const target = typeof value === 'number' ? modelOfKey(model, column) : null;
        return [column, target ? this.get(target, value) : value];
      }),
    );
  }
}

/** What the addresses of lists call the keys of records, one or several. */
const modelsOfParameters: Record<string, string> = {
  userId: 'User',
  assigneeId: 'User',
  customerId: 'Customer',
  deviceId: 'Device',
  categoryId: 'Category',
  categories: 'Category',
};

/** A saved view looks for the same records. A record that is gone is no longer looked for. */
export function translateQuery(query: string, keys: ArchiveKeys): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of [...parameters]) {
    const model = modelsOfParameters[name];
    if (!model) continue;
    const parts = value.split(',');
    // Other values, such as “all”, stand for no record.
    const found = parts.map((part) => (/^[1-9]\d*$/.test(part) ? keys.get(model, part) : part));
    const kept = found.filter((part) => part !== null);
    if (kept.length > 0) parameters.set(name, kept.join(','));
    else parameters.delete(name);
  }
  return String(parameters);
}
