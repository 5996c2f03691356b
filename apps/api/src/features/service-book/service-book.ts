/** Gathers the content of a machine's service book and passes it to a process that draws it. */

import { comparing } from '@servicebook/i18n/format.ts';
import { clockIn } from '@servicebook/shared/calendar';
import { machineName } from '@servicebook/shared/machine-name';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import type { Deps } from '../../deps.ts';
import type { Ctx, Reader } from '../../platform/ctx.ts';
import { getIfThere } from '../../platform/file-store.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { rowKey } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { listFiles } from '../file/file.service.ts';
import { readInspection } from '../inspection/machine-inspection.service.ts';
import { sealSame } from '../seal/seal.service.ts';
import { wordingFor } from '../service/service-pdf-texts.ts';
import { readHistory } from './history.service.ts';
import { companyFacts, customerFacts, machineFacts } from './machine-facts.ts';
import type { BookEntry, ServiceBook, ServiceBookInput, ServiceBooksInput } from './service-book.pdf.ts';
import { bookFingerprint } from './service-book-fingerprint.ts';

const maxNameplates = 4;

const withParties = {
  category: true,
  customer: true,
  account: { include: { logoFile: { select: { key: true } } } },
} as const;

/** The book as it stands now, in the user's language and the account's timezone. @throws when the machine is not the account's */
export async function readServiceBook(deps: Deps, ctx: Ctx, deviceId: number): Promise<FileAnswer> {
  const { content, machine } = await drawServiceBook(deps, ctx, deviceId);
  const { name, serialNumber } = machine;
  return { ...pdfOf(content, nameOf(['servicebook', name, serialNumber])), inline: true };
}

/** Draws the book of one machine. @throws when the machine is not the account's */
export async function drawServiceBook(deps: Deps, ctx: Reader & WorkFor, deviceId: number) {
  const { logo, ...only } = await gather(deps, ctx, deviceId);
  const content = await drawSealed(deps, ctx, { logo, books: [only] });
  return { content, machine: only.book.machine };
}

/** Draws books as one document, which carries its address and is sealed. Until something changes, it is the same all day. */
async function drawSealed(deps: Deps, ctx: Reader & WorkFor, input: ServiceBooksInput): Promise<Uint8Array> {
  const [first] = input.books;
  if (!first) throw new Error('no book');
  const { company, printedAt, timezone } = first.book;
  const facts = {
    company: company.name,
    machines: input.books.map(({ book: { machine } }) => ({
      name: machine.name,
      serialNumber: machine.serialNumber,
    })),
    day: clockIn(printedAt, timezone).slice(0, 10),
  };
  const { seal: reason } = wordingFor(ctx.language).texts;
  const made = (printedAt: string): ServiceBooksInput => ({
    ...input,
    books: input.books.map((one) => ({ ...one, book: { ...one.book, printedAt } })),
  });
  const content = bookFingerprint(made(facts.day));
  return sealSame(deps, ctx, { kind: 'SERVICE_BOOK', facts, reason, content }, ({ verify, at }) =>
    deps.pdf.render('serviceBook', { ...made(at.toISOString()), verify }, ctx),
  );
}

/** Several books in one document, in the order of the machines' names. @throws when a machine is not the account's */
export async function readServiceBooks(
  deps: Deps,
  ctx: Ctx,
  { ids }: { ids: readonly number[] },
): Promise<FileAnswer> {
  const books: ServiceBookInput[] = [];
  for (const id of new Set(ids)) books.push(await gather(deps, ctx, id));
  const compare = comparing(ctx.language);
  books.sort((one, other) => compare(machineName(one.book.machine), machineName(other.book.machine)));
  const input = { logo: books[0]?.logo ?? null, books: books.map(({ logo: _, ...only }) => only) };
  const content = await drawSealed(deps, ctx, input);
  return { ...pdfOf(content, 'servicebooks'), inline: false };
}

const pdfOf = (content: Uint8Array, name: string) => ({
  content,
  filename: `${name}.pdf`,
  contentType: 'application/pdf',
  size: content.length,
});

async function gather(deps: Deps, ctx: Reader, deviceId: number): Promise<ServiceBookInput> {
  const where = rowKey(ctx, deviceId);
  const device = await deps.db.of(ctx).device.findUniqueOrThrow({ where, include: withParties });
  const { account, customer } = device;
  const [inspection, history, nameplates, logo] = await Promise.all([
    readInspection(deps, ctx, deviceId),
    readEntries(deps, ctx, deviceId),
    readNameplates(deps, ctx, deviceId),
    account.logoFile && getIfThere(deps.files, account.logoFile.key),
  ]);
  const { lastInspection, isLastInspectionPast, nextInspection, daysToNextInspection } = inspection;
  const { daysToEndWarranty, lastPeriod, lastWarrantyInspectionDone } = inspection;
  const book: ServiceBook = {
    language: ctx.language,
    timezone: account.timezone,
    printedAt: deps.clock().toISOString(),
    company: companyFacts(account),
    machine: { ...machineFacts(device), sourcePower: device.sourcePower, status: device.status },
    customer: { ...customerFacts(customer), phoneNumber: customer.phoneNumber, email: customer.email },
    inspection: {
      lastInspection,
      isLastInspectionPast,
      nextInspection,
      daysToNextInspection,
      daysToEndWarranty,
      lastPeriod,
      lastWarrantyInspectionDone,
    },
    history,
  };
  return { book, logo, nameplates };
}

/** Colleagues write it to each other: door codes, and what they think of a machine. Books go to customers. */
const internalField = 'archiveNote';
const isForCustomers = (entry: HistoryEntry): entry is HistoryEntry & Pick<BookEntry, 'kind'> =>
  entry.kind !== 'NOTE';

/** The history as a book tells it: oldest first, customers and categories by their names, nothing internal. */
async function readEntries(deps: Deps, ctx: Reader, deviceId: number): Promise<BookEntry[]> {
  const db = deps.db.of(ctx);
  const history = (await readHistory(deps, ctx, deviceId))
    .toReversed()
    .filter(isForCustomers)
    .map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => field !== internalField) }));
  const idsIn = (field: string): number[] =>
    history.flatMap(({ changes }) =>
      changes
        .filter((change) => change.field === field)
        .flatMap(({ before, after }) => [before, after].map(Number).filter((id) => id > 0)),
    );
  const [services, customers, categories] = await Promise.all([
    db.service.findMany({
      where: { devices: { some: { accountId: ctx.accountId, deviceId } } },
      select: { id: true, types: true },
    }),
    db.customer.findMany({
      where: { id: { in: idsIn('customerId') } },
      select: { id: true, shortName: true },
    }),
    db.category.findMany({ where: { id: { in: idsIn('categoryId') } }, select: { id: true, name: true } }),
  ]);
  const types = new Map(services.map((service) => [service.id, service.types]));
  const parties: Record<string, { field: string; names: Map<string, string> }> = {
    customerId: {
      field: 'customer',
      names: new Map(customers.map(({ id, shortName }) => [String(id), shortName])),
    },
    categoryId: { field: 'category', names: new Map(categories.map(({ id, name }) => [String(id), name])) },
  };
  return history.map((entry) => ({
    ...entry,
    types: entry.past?.types ?? ((entry.service && types.get(entry.service.id)) || []),
    changes: entry.changes.map((change) => {
      const party = parties[change.field];
      if (!party) return change;
      // One that was deleted since is known by its number alone.
      const name = (id: string) => id && (party.names.get(id) ?? `#${id}`);
      return { field: party.field, before: name(change.before), after: name(change.after) };
    }),
  }));
}

/** The newest photos whose bytes are there. */
async function readNameplates(
  deps: Deps,
  ctx: Reader,
  deviceId: number,
): Promise<ServiceBookInput['nameplates']> {
  const nameplates: ServiceBookInput['nameplates'] = [];
  for (const { key, description } of await listFiles(deps, ctx, deviceId, 'MACHINE_NAMEPLATE')) {
    if (nameplates.length === maxNameplates) break;
    const bytes = await getIfThere(deps.files, key);
    if (bytes) nameplates.push({ bytes, description });
  }
  return nameplates;
}

/** Joins the parts to a file's name that every system takes. */
const nameOf = (parts: string[]): string =>
  parts
    .map((part) => part.replace(/[\p{C}\s<>:"/\\|?*]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter(Boolean)
    .map((part) => Array.from(part).slice(0, 80).join(''))
    .join('-');
