/** What a customer sees of its machines and protocols. It is read for one customer, and holds nothing else of the account. */
import type { Page } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { workPlaceOf } from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { contains, everyWord, inOrder, mapPage, readPage } from '../../platform/paged-query.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { todayIn } from '../../platform/today.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import type { OpenPage } from './customer-access.ts';

export const perPage = 25;

export interface CustomerMachine {
  name: string;
  serialNumber: string;
  place: { streetAddress: string; zipCode: string; city: string; country: string };
  lastInspection: string | null;
  nextInspection: string | null;
  /** Negative: overdue by so many days. */
  daysToNextInspection: number | null;
}

export interface CustomerProtocol {
  id: number;
  /** What the signed document says. */
  number: string;
  date: string;
  types: ProtocolSnapshot['types'];
  machines: string[];
  isWithdrawn: boolean;
  /** Where anybody learns whether it is genuine; null for documents from before there were such addresses. */
  verifyUrl: string | null;
}

interface Asked {
  q: string;
  /** From 1. */
  page: number;
}

const searched = (q: string, text: Prisma.Sql): Prisma.Sql => everyWord(q, (word) => contains(text, word));

/** Machines in use, those to be inspected first at the top. */
export async function listMachines(
  deps: Deps,
  of: OpenPage,
  { q, page }: Asked,
): Promise<Page<CustomerMachine>> {
  const { accountId, customerId } = of;
  interface Row extends Omit<CustomerMachine, 'place'> {
    machine: CustomerMachine['place'];
    customer: CustomerMachine['place'];
  }
  const placeOf = (
    table: Prisma.Sql,
  ) => Prisma.sql`json_build_object('streetAddress', ${table}.street_address,
    'zipCode', ${table}.zip_code, 'city', ${table}.city, 'country', ${table}.country)`;
  const found = await readPage<Row>(deps.db, of, {
    select: Prisma.sql`d.name, d.serial_number AS "serialNumber",
      ${placeOf(Prisma.sql`d`)} AS machine, ${placeOf(Prisma.sql`c`)} AS customer,
      d.last_inspection_date::text AS "lastInspection", d.next_inspection_date::text AS "nextInspection",
      d.next_inspection_date - ${todayIn(deps.clock, Prisma.sql`${of.timezone}::text`)} AS "daysToNextInspection"`,
    from: Prisma.sql`FROM device d JOIN customer c ON c.account_id = d.account_id AND c.id = d.customer_id
      WHERE d.account_id = ${accountId} AND d.customer_id = ${customerId} AND d.archived_at IS NULL
        AND ${searched(q, Prisma.sql`(d.name || ' ' || d.serial_number)`)}`,
    order: inOrder('asc', Prisma.sql`d.next_inspection_date`, Prisma.sql`d.name`, Prisma.sql`d.id`),
    page: page - 1,
    size: perPage,
  });
  const noPoint = { gpsLatitude: null, gpsLongitude: null };
  return mapPage(found, ({ machine, customer, ...row }) => ({
    ...row,
    place: workPlaceOf({ ...customer, position: null }, { ...machine, ...noPoint }),
  }));
}

/**
 * The newest signed version of the customer's protocols. While a protocol is open again, its signed version stays; its
 * customer may have been changed meanwhile, so that the version itself must say for whom it was signed.
 */
const signedProtocols = ({ accountId, customerId }: OpenPage): Prisma.Sql => Prisma.sql`
  FROM service s
  JOIN service_version v
    ON v.account_id = s.account_id AND v.service_id = s.id AND v.version = s.current_version
  LEFT JOIN sealed_document z ON z.account_id = v.account_id AND z.service_version_id = v.id
 WHERE s.account_id = ${accountId} AND s.customer_id = ${customerId}
   AND CASE WHEN s.state = 'SIGNED' THEN TRUE
            WHEN v.returned_as IS NULL
              THEN COALESCE((v.snapshot::jsonb #>> '{customer,id}')::int, s.customer_id) = s.customer_id
            WHEN jsonb_exists(v.returned_as, 'customer') THEN (v.returned_as ->> 'customer')::int = s.customer_id
            ELSE TRUE END`;

/** By what the customer sees: the number with or without its month, and the machines. */
const protocolText = Prisma.sql`(SELECT concat_ws(' ',
    concat_ws('/', s.number || s.number_extension, lpad(s.month::text, 2, '0'), s.year),
    string_agg(d.name || ' ' || d.serial_number, ' '))
  FROM service_device l JOIN device d ON d.account_id = l.account_id AND d.id = l.device_id
 WHERE l.account_id = ${scopedAccount} AND l.service_id = s.id)`;

export async function listProtocols(
  deps: Deps,
  of: OpenPage,
  { q, page }: Asked,
): Promise<Page<CustomerProtocol>> {
  const found = await readPage<{
    id: number;
    snapshot: string;
    isWithdrawn: boolean;
    token: string | null;
  }>(deps.db, of, {
    select: Prisma.sql`s.id, v.snapshot, s.withdrawn_at IS NOT NULL AS "isWithdrawn", z.token`,
    from: Prisma.sql`${signedProtocols(of)} AND ${searched(q, protocolText)}`,
    order: inOrder('desc', Prisma.sql`s.date`, Prisma.sql`s.id`),
    page: page - 1,
    size: perPage,
  });
  return mapPage(found, ({ id, snapshot, isWithdrawn, token }) => {
    const { documentNumber, date, types, machines } = JSON.parse(snapshot) as ProtocolSnapshot;
    return {
      id,
      number: documentNumber,
      date,
      types,
      machines: machines.map(({ name, serialNumber }) => (serialNumber ? `${name} (${serialNumber})` : name)),
      isWithdrawn,
      verifyUrl: token && verifyAddress(deps.config, { accountId: of.accountId, token }),
    };
  });
}

/**
 * The document of a protocol: its newest signed version, or the marked copy of a withdrawn one.
 * @throws AppError NOT_FOUND
 */
export async function readCustomerProtocol(
  deps: Deps,
  { gone }: Caller,
  of: OpenPage,
  id: number,
): Promise<FileAnswer> {
  const { accountId } = of;
  const [protocol] = await deps.db.read<{ version: number; isWithdrawn: boolean }>(
    of,
    Prisma.sql`SELECT v.version, s.withdrawn_at IS NOT NULL AS "isWithdrawn" ${signedProtocols(of)} AND s.id = ${id}`,
  );
  if (!protocol) throw new AppError('NOT_FOUND');
  const { version, isWithdrawn } = protocol;
  return readProtocolPdf(deps, { accountId, gone }, id, isWithdrawn ? undefined : version);
}
