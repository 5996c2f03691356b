/** The content of a user's calendar: the next inspection of every machine, the user's visits and to-dos. */
import { addressLine, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { addDays, dateIn, instantIn } from '@servicebook/shared/calendar';
import { calendarReach } from '@servicebook/shared/calendar-feed';
import { machineNames } from '@servicebook/shared/machine-name';
import type { Visit } from '@servicebook/shared/visit';
import {
  type CustomerPlace,
  type MachinePlace,
  pointOf,
  type WorkPlace,
  workPlaceOf,
  workPlaces,
} from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import { positionOf } from '../geo/machine-point.ts';
import { sitesOfProtocol } from '../service/service-rows.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
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
  const [inspections, visits, todos] = await Promise.all([
    readInspections(deps, reader, today),
    readOwnVisits(deps, reader, today),
    readTodos(deps, reader, today),
  ]);
  const uidOf = uidsAt(deps);
  return [
    ...inspections.map((row) => toInspection(deps, row, today, texts, uidOf('inspection', reader, row.id))),
    ...visits.map((row) => toVisitEntry(deps, reader, row, texts, uidOf('visit', reader, row.visit.id))),
    ...todos.map((row) => toTodo(deps, row, texts, uidOf('todo', reader, row.id))),
  ];
}

/** The host keeps installations apart. */
const uidsAt =
  ({ config }: Deps) =>
  (kind: 'inspection' | 'visit' | 'todo' | 'expired', { accountId }: CalendarReader, id: number): string =>
    `${kind}-${accountId}-${id}@${new URL(config.publicUrl).hostname}`;

interface InspectionRow extends MachinePlace {
  id: number;
  name: string;
  serialNumber: string;
  customer: CustomerPlace & { shortName: string };
  categoryName: string;
  day: string;
  changedAt: Date;
}

interface TodoRow {
  id: number;
  description: string;
  day: string;
  /** Null when it stands alone. */
  customer: (CustomerPlace & { shortName: string }) | null;
  devices: MachinePlace[];
  changedAt: Date;
}

const within = (column: Prisma.Sql, today: string) =>
  Prisma.sql`${column} BETWEEN ${addDays(today, -calendarReach.past)}::date AND ${addDays(today, calendarReach.ahead)}::date`;

const customerPlace = Prisma.sql`json_build_object('shortName', k.short_name, 'streetAddress', k.street_address,
  'zipCode', k.zip_code, 'city', k.city, 'country', k.country, 'position', ${positionOf(Prisma.sql`k`)})`;

/** The earliest are kept where there are too many: they are overdue, or come first. */
const readInspections = (deps: Deps, { accountId }: CalendarReader, today: string) =>
  deps.db.read<InspectionRow>(
    { accountId },
    Prisma.sql`
    SELECT d.id, d.name, d.serial_number AS "serialNumber", ${customerPlace} AS customer, c.name AS "categoryName",
           d.street_address AS "streetAddress", d.zip_code AS "zipCode", d.city, d.country,
           d.gps_latitude AS "gpsLatitude", d.gps_longitude AS "gpsLongitude",
           d.next_inspection_date::text AS day, greatest(d.updated_at, k.updated_at, c.updated_at) AS "changedAt"
      FROM device d
      JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
      JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
     WHERE d.account_id = ${accountId} AND ${within(Prisma.sql`d.next_inspection_date`, today)}
     ORDER BY d.next_inspection_date, d.id LIMIT ${calendarReach.inspections}`,
  );

interface VisitRow {
  visit: Visit & { day: string };
  changedAt: Date;
}

/** The user's own, done and cancelled ones too: a calendar also tells where one was. */
async function readOwnVisits(deps: Deps, { accountId, userId }: CalendarReader, today: string) {
  const rows = await deps.db.read<{ id: number; changedAt: Date }>(
    { accountId },
    Prisma.sql`
    SELECT v.id, greatest(v.updated_at, k.updated_at, (SELECT max(d.updated_at) FROM visit_device x
             JOIN device d ON d.account_id = x.account_id AND d.id = x.device_id
            WHERE x.account_id = ${scopedAccount} AND x.visit_id = v.id)) AS "changedAt"
      FROM visit v
      JOIN visit_technician t ON t.account_id = v.account_id AND t.visit_id = v.id AND t.user_id = ${userId}
      JOIN customer k ON k.account_id = v.account_id AND k.id = v.customer_id
     WHERE v.account_id = ${accountId} AND ${within(Prisma.sql`v.day`, today)}
     ORDER BY v.day, v.id LIMIT ${calendarReach.visits}`,
  );
  const changes = new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
  const visits = await readVisits(deps.db.of({ accountId }), { accountId }, [...changes.keys()]);
  return visits.flatMap(({ day, ...visit }): VisitRow[] => {
    const changedAt = changes.get(visit.id);
    return day && changedAt ? [{ visit: { ...visit, day }, changedAt }] : [];
  });
}

/**
 * The user's and unassigned to-dos that are still open, without those whose visit is in the calendar. The to-do of a signed
 * protocol stands for itself: its visit was done.
 */
const readTodos = (deps: Deps, { accountId, userId }: CalendarReader, today: string) =>
  deps.db.read<TodoRow>(
    { accountId },
    Prisma.sql`
    SELECT t.id, t.description, t.date::text AS day, ${sitesOfProtocol} AS devices,
           CASE WHEN k.id IS NOT NULL THEN ${customerPlace} END AS customer,
           greatest(t.updated_at, s.updated_at, k.updated_at, (SELECT max(d.updated_at) FROM service_device sd
             JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
            WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id)) AS "changedAt"
      FROM todo t
      LEFT JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
      LEFT JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
     WHERE t.account_id = ${accountId} AND t.status = 'TODO' AND (t.assignee_id IS NULL OR t.assignee_id = ${userId})
       AND ${within(Prisma.sql`t.date`, today)}
       AND NOT EXISTS (SELECT FROM visit_technician x
         WHERE s.state = 'NEW' AND x.account_id = ${scopedAccount} AND x.visit_id = s.visit_id AND x.user_id = ${userId})
     ORDER BY t.date, t.id LIMIT ${calendarReach.todos}`,
  );

function toInspection(
  { config }: Deps,
  row: InspectionRow,
  today: string,
  texts: Translate,
  uid: string,
): CalendarEntry {
  const { id, name: machine, serialNumber, day } = row;
  const customer = row.customer.shortName;
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
    ...placeOf(workPlaceOf(row.customer, row)),
    changedAt: row.changedAt,
  };
}

function toVisitEntry(
  { config }: Deps,
  { language, companyTimezone }: CalendarReader,
  { visit, changedAt }: VisitRow,
  texts: Translate,
  uid: string,
): CalendarEntry {
  const { id, day, customer, devices, types, text, technicians, state, cancelReason } = visit;
  const [first, ...more] = workPlaces(customer, devices);
  const machines = machineNames(devices);
  const title = state === 'CANCELLED' ? 'file.cancelledVisit' : 'file.visit';
  const lines = [
    cancelReason,
    machines,
    types.map((type) => textsOf(language, 'service')(`types.${type}`)).join(', '),
    text,
    joinPresent([customer.shortName, customer.phoneNumber]),
    technicians.length > 1 && technicians.map(nameOf).join(', '),
    ...furtherAddresses(first, more),
  ];
  return {
    uid,
    day,
    time: timeOf(visit, companyTimezone),
    title: texts(title, { customer: customer.shortName, machines }),
    description: joinPresent(lines, '\n'),
    url: `${config.publicUrl}/visit?id=${id}`,
    ...placeOf(first),
    changedAt,
    status: state === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED',
  };
}

/** Without an end, the expected duration, or an hour. */
const usualMinutes = 60;

/** The moments of a time window; one that ends before it starts ends on the next day. */
function timeOf(
  { day, from, to, minutes }: Visit & { day: string },
  timezone: string,
): CalendarEntry['time'] {
  if (!from) return null;
  const start = instantIn(`${day}T${from}`, timezone);
  const end = to
    ? instantIn(`${to > from ? day : addDays(day, 1)}T${to}`, timezone)
    : new Date(Date.parse(start) + (minutes ?? usualMinutes) * 60_000).toISOString();
  return { start, end };
}

/** Machines at one address may have points of their own. */
const furtherAddresses = (first: WorkPlace | undefined, more: readonly WorkPlace[]): string[] => {
  const addresses = new Set(more.map((place) => addressLine(place)));
  if (first) addresses.delete(addressLine(first));
  return [...addresses].filter(Boolean);
};

function placeOf(place: WorkPlace | undefined): Pick<CalendarEntry, 'place' | 'geo'> {
  const point = place && pointOf(place);
  return {
    place: place ? addressLine(place) : '',
    geo: point ? { lat: point.latitude, lon: point.longitude } : null,
  };
}

const longestTitle = 120;

function toTodo({ config }: Deps, row: TodoRow, texts: Translate, uid: string): CalendarEntry {
  const { id, description, customer, devices, day, changedAt } = row;
  const [first, ...more] = customer ? workPlaces(customer, devices) : [];
  const further = furtherAddresses(first, more);
  const about = customer ? ['', texts('file.customer', { customer: customer.shortName }), ...further] : [];
  const [firstLine = ''] = description.split('\n');
  const cut = firstLine.length > longestTitle ? `${firstLine.slice(0, longestTitle).trimEnd()}…` : firstLine;
  return {
    uid,
    day,
    title: texts('file.todo', { description: cut }),
    description: [description, ...about].join('\n'),
    url: `${config.publicUrl}/machineTodo?todo=${id}`,
    ...placeOf(first),
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
