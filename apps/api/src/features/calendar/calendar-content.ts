/** The content of a user's calendar: the next inspection of every machine, and the user's to-dos. */
import { addressLine } from '@servicebook/i18n/names.ts';
import { addDays, dateIn } from '@servicebook/shared/calendar';
import { calendarReach } from '@servicebook/shared/calendar-feed';
import { type WorkPlace, workPlaces } from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import { sitesOfProtocol } from '../service/service-rows.ts';
import type { CalendarReader } from './calendar.service.ts';
import { type CalendarEntry, writeCalendar } from './calendar-file.ts';

/** The calendar of a reader; with paid access run out it only says so. */
export async function readCalendar(deps: Deps, reader: CalendarReader): Promise<string> {
  const texts = textsOf(reader.language, 'calendar');
  const { companyName } = reader;
  const name = companyName ? texts('file.name', { company: companyName }) : texts('file.plainName');
  return writeCalendar(name, await entriesOf(deps, reader, texts));
}

async function entriesOf(deps: Deps, reader: CalendarReader, texts: Translate): Promise<CalendarEntry[]> {
  if (reader.expired) return [expiryHint(deps, reader, reader.expired.since, texts)];
  const today = dateIn(deps.clock().toISOString(), reader.timezone);
  const [inspections, todos] = await Promise.all([
    readInspections(deps, reader, today),
    readTodos(deps, reader, today),
  ]);
  const uidOf = uidsAt(deps);
  return [
    ...inspections.map((row) => toInspection(deps, row, today, texts, uidOf('inspection', reader, row.id))),
    ...todos.map((row) => toTodo(deps, row, texts, uidOf('todo', reader, row.id))),
  ];
}

/** The host keeps installations apart. */
const uidsAt =
  ({ config }: Deps) =>
  (kind: 'inspection' | 'todo' | 'expired', { accountId }: CalendarReader, id: number): string =>
    `${kind}-${accountId}-${id}@${new URL(config.publicUrl).hostname}`;

interface Addressed {
  streetAddress: string;
  zipCode: string;
  city: string;
}

interface InspectionRow extends Addressed {
  id: number;
  name: string;
  serialNumber: string;
  customerName: string;
  categoryName: string;
  day: string;
  latitude: number | null;
  longitude: number | null;
  changedAt: Date;
}

interface TodoRow {
  id: number;
  description: string;
  day: string;
  /** Null when it stands alone. */
  customer: (Omit<WorkPlace, 'gpsLatitude' | 'gpsLongitude'> & { shortName: string }) | null;
  devices: WorkPlace[];
  changedAt: Date;
}

const within = (column: Prisma.Sql, today: string) =>
  Prisma.sql`${column} BETWEEN ${addDays(today, -calendarReach.past)}::date AND ${addDays(today, calendarReach.ahead)}::date`;

/** The earliest are kept where there are too many: they are overdue, or come first. */
const readInspections = (deps: Deps, { accountId }: CalendarReader, today: string) =>
  deps.db.read<InspectionRow>(
    { accountId },
    Prisma.sql`
    SELECT d.id, d.name, d.serial_number AS "serialNumber", k.short_name AS "customerName", c.name AS "categoryName",
           d.street_address AS "streetAddress", d.zip_code AS "zipCode", d.city,
           d.gps_latitude AS latitude, d.gps_longitude AS longitude,
           d.next_inspection_date::text AS day, greatest(d.updated_at, k.updated_at, c.updated_at) AS "changedAt"
      FROM device d
      JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
      JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
     WHERE d.account_id = ${accountId} AND ${within(Prisma.sql`d.next_inspection_date`, today)}
     ORDER BY d.next_inspection_date, d.id LIMIT ${calendarReach.inspections}`,
  );

/** The user's and unassigned to-dos that are still open. */
const readTodos = (deps: Deps, { accountId, userId }: CalendarReader, today: string) =>
  deps.db.read<TodoRow>(
    { accountId },
    Prisma.sql`
    SELECT t.id, t.description, t.date::text AS day, ${sitesOfProtocol} AS devices,
           CASE WHEN k.id IS NOT NULL THEN json_build_object('shortName', k.short_name, 'zipCode', k.zip_code,
             'streetAddress', k.street_address, 'city', k.city, 'country', k.country) END AS customer,
           greatest(t.updated_at, s.updated_at, k.updated_at, (SELECT max(d.updated_at) FROM service_device sd
             JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
            WHERE sd.account_id = s.account_id AND sd.service_id = s.id)) AS "changedAt"
      FROM todo t
      LEFT JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
      LEFT JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
     WHERE t.account_id = ${accountId} AND t.status = 'TODO' AND (t.assignee_id IS NULL OR t.assignee_id = ${userId})
       AND ${within(Prisma.sql`t.date`, today)}
     ORDER BY t.date, t.id LIMIT ${calendarReach.todos}`,
  );

function toInspection(
  { config }: Deps,
  row: InspectionRow,
  today: string,
  texts: Translate,
  uid: string,
): CalendarEntry {
  const { id, name: machine, customerName: customer, serialNumber, latitude, longitude, day } = row;
  const lines = [
    texts('file.customer', { customer }),
    texts('file.category', { category: row.categoryName }),
    ...(serialNumber ? [texts('file.serialNumber', { serialNumber })] : []),
  ];
  return {
    uid,
    day,
    title: texts(day < today ? 'file.overdueInspection' : 'file.inspection', { machine, customer }),
    description: lines.join('\n'),
    url: `${config.publicUrl}/machineEdit?id=${id}`,
    place: addressLine(row),
    geo: latitude !== null && longitude !== null ? { lat: latitude, lon: longitude } : null,
    changedAt: row.changedAt,
  };
}

const longestTitle = 120;

function toTodo({ config }: Deps, row: TodoRow, texts: Translate, uid: string): CalendarEntry {
  const { id, description, customer, devices, day, changedAt } = row;
  const [first, ...more] = customer ? workPlaces(customer, devices) : [];
  const further = more.map((row) => addressLine(row)).filter(Boolean);
  const about = customer ? ['', texts('file.customer', { customer: customer.shortName }), ...further] : [];
  const [firstLine = ''] = description.split('\n');
  const cut = firstLine.length > longestTitle ? `${firstLine.slice(0, longestTitle).trimEnd()}…` : firstLine;
  return {
    uid,
    day,
    title: texts('file.todo', { description: cut }),
    description: [description, ...about].join('\n'),
    url: `${config.publicUrl}/machineTodo?todo=${id}`,
    place: first ? addressLine(first) : '',
    geo:
      first && first.gpsLatitude !== null && first.gpsLongitude !== null
        ? { lat: first.gpsLatitude, lon: first.gpsLongitude }
        : null,
    changedAt,
  };
}

function expiryHint(deps: Deps, reader: CalendarReader, since: Date, texts: Translate): CalendarEntry {
  return {
    uid: uidsAt(deps)('expired', reader, reader.userId),
    // Today, where it is seen: the day it ended may be long past.
    day: dateIn(deps.clock().toISOString(), reader.timezone),
    title: texts('file.expired'),
    description: texts('file.expiredHint'),
    url: `${deps.config.publicUrl}/userList`,
    changedAt: since,
  };
}
