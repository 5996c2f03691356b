/** What goes to the bin: the table of each kind of record, and how the log calls it. */
import type { BinKind } from '@servicebook/shared/bin';
import type { LogEntity } from '@servicebook/shared/log';

interface BinTable {
  table: string;
  entity: LogEntity;
}

export const binTables: Record<BinKind, BinTable> = {
  absence: { table: 'absence', entity: 'absence' },
  branch: { table: 'branch', entity: 'branch' },
  category: { table: 'category', entity: 'category' },
  contact: { table: 'customer_contact', entity: 'customer' },
  customer: { table: 'customer', entity: 'customer' },
  device: { table: 'device', entity: 'device' },
  file: { table: 'stored_file', entity: 'file' },
  hotel: { table: 'device_hotel', entity: 'hotel' },
  incident: { table: 'incident', entity: 'incident' },
  note: { table: 'device_note', entity: 'note' },
  part: { table: 'part', entity: 'part' },
  pastService: { table: 'past_service', entity: 'pastService' },
  priceList: { table: 'price_list', entity: 'priceList' },
  service: { table: 'service', entity: 'service' },
  todo: { table: 'todo', entity: 'todo' },
  visit: { table: 'visit', entity: 'visit' },
  visitNote: { table: 'visit_note', entity: 'note' },
};

/** The columns of a row by name, as PostgreSQL writes them. */
export type Content = Record<string, unknown>;

/** What the log's entry about a record names: contacts and attachments of protocols are logged with what they belong to. */
export function logged(
  kind: BinKind,
  { id, customer_id: customerId, service_id: serviceId }: Content,
  { title, parent }: { title: string; parent: string },
): { entity: LogEntity; entityId: number; what: string } {
  const what = `${parent}: ${title}`;
  if (kind === 'contact') return { entity: 'customer', entityId: Number(customerId), what };
  if (kind === 'file' && serviceId !== null) return { entity: 'service', entityId: Number(serviceId), what };
  return { entity: binTables[kind].entity, entityId: Number(id), what: title };
}
