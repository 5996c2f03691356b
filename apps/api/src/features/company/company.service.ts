/** The company of the account: its address, its logo, and the language and time zone of its documents. */
import { createHash } from 'node:crypto';
import { type Account, type AccountUpdate, formatPostalCode } from '@servicebook/shared/company';
import type { Language } from '@servicebook/shared/primitives';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { getIfThere } from '../../platform/file-store.ts';
import { oneAtATime, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { type PendingFile, removeBytes, withStoredFile } from '../storage/storage.service.ts';
import { readPicture } from '../storage/upload-content.ts';
import { keepInvoiceData } from './invoice-data.ts';

/** Sharp enough for its place on a document at 300 dots per inch, and small enough for every answer it stands in. */
const maxLogoEdge = 800;

const withLogo = {
  logoFile: { select: { id: true, key: true, filename: true, contentType: true, sha256: true } },
  defaultPlan: { select: { id: true, name: true } },
} as const;
type AccountRow = Prisma.AccountGetPayload<{ include: typeof withLogo }>;

export async function readCompany(deps: Deps, ctx: Ctx): Promise<Account> {
  const row = await deps.db
    .of(ctx)
    .account.findUniqueOrThrow({ where: { id: ctx.accountId }, include: withLogo });
  return toAccount(deps, row);
}

/**
 * @throws AppError NOT_FOUND for another account's id; UNSUPPORTED_FILE_TYPE, IMAGE_UNREADABLE; VALIDATION_FAILED when
 *   it empties fields that invoices need, after an order
 */
export async function updateCompany(
  deps: Deps,
  ctx: Ctx,
  { id, logo, ...input }: AccountUpdate,
): Promise<Account> {
  if (id !== ctx.accountId) throw new AppError('NOT_FOUND');
  if (!logo) return saveCompany(deps, ctx, input, logo === undefined ? undefined : null);
  const bytes = Buffer.from(logo.replace(/^data:[^,]*,/, ''), 'base64');
  if (await isLogo(deps, ctx, bytes)) return saveCompany(deps, ctx, input, undefined);
  const picture = await readPicture(deps, ctx, bytes, 'logo', maxLogoEdge);
  return withStoredFile(deps, picture, (file) => saveCompany(deps, ctx, input, file));
}

/** Whether these are the very bytes that are the logo already, as a form sends them back. */
async function isLogo(deps: Deps, ctx: Ctx, bytes: Buffer): Promise<boolean> {
  const { logoFile } = await deps.db
    .of(ctx)
    .account.findUniqueOrThrow({ where: { id: ctx.accountId }, include: withLogo });
  return logoFile?.sha256 === createHash('sha256').update(bytes).digest('hex');
}

/** @param logo undefined keeps the one there is, null takes it away. */
async function saveCompany(
  deps: Deps,
  ctx: Ctx,
  input: Omit<AccountUpdate, 'id' | 'logo'>,
  logo: PendingFile | null | undefined,
): Promise<Account> {
  const { accountId } = ctx;
  const where = { id: accountId };
  const { row, replaced } = await oneAtATime(deps, ctx, async (tx) => {
    const before = await tx.account.findUniqueOrThrow({ where, include: withLogo });
    await keepInvoiceData(tx, before, input);
    // A code of this country that nobody typed here is left alone, such as a longer one from an old registration.
    const isSame = input.postalCode === before.postalCode && input.country === before.country;
    const postalCode = isSame ? input.postalCode : formatPostalCode(input.postalCode, input.country);
    const logoFileId =
      logo === undefined
        ? before.logoFileId
        : logo && (await logo.attach(tx, ctx, { kind: 'LOGO', description: '' }));
    const data = { ...dropUndefined(input), postalCode, logoFileId };
    const saved = await tx.account.update({ where, data, include: withLogo });
    const old = before.logoFile?.id === saved.logoFileId ? null : before.logoFile;
    if (old) await tx.storedFile.delete({ where: rowKey(ctx, old.id) });
    const { logoFileId: _, ...fields } = data;
    const changes = changesBetween(logoNamed(before), { ...fields, logo: logoNamed(saved).logo });
    if (logo) changes.logo ??= [before.logoFile?.filename ?? null, saved.logoFile?.filename ?? null];
    await record(tx, ctx, {
      kind: 'SETTINGS_CHANGED',
      entity: 'account',
      entityId: accountId,
      what: saved.companyName,
      changes,
    });
    return { row: saved, replaced: old };
  });
  if (replaced) await removeBytes(deps, [replaced.key]);
  return toAccount(deps, row);
}

const logoNamed = (row: AccountRow) => ({ ...row, logo: row.logoFile?.filename ?? null });

/** Omitted fields of a request are not written. */
const dropUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
  };

async function toAccount(deps: Deps, row: AccountRow): Promise<Account> {
  const { id, companyName, street, postalCode, city, country, nip, phone, timezone } = row;
  const { signRequestDays } = row;
  return {
    id,
    name: companyName,
    companyName,
    street,
    postalCode,
    city,
    country,
    nip,
    phone,
    logo: await logoAddress(deps, row.logoFile),
    defaultPlan: row.defaultPlan ?? (await standardPlan(deps, row)),
    language: row.language as Language,
    timezone,
    signRequestDays,
  };
}

/** By the keys of their files, whose content never changes: many answers have the logo, and a bucket is far away. */
const knownLogos = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ length }) => length + 1,
  // For no longer than people work: the company may be erased.
  ttl: 3600_000,
});

/** The picture itself, as an address; a file that is lost is no logo. */
async function logoAddress(deps: Deps, file: AccountRow['logoFile']): Promise<string> {
  if (!file) return '';
  const known = knownLogos.get(file.key);
  const bytes = known ?? (await getIfThere(deps.files, file.key));
  if (!bytes) return '';
  if (!known) knownLogos.set(file.key, bytes);
  return `data:${file.contentType};base64,${bytes.toString('base64')}`;
}

const standardPlan = (deps: Deps, { id, language }: AccountRow) =>
  deps.db.of({ accountId: id }).accountPlan.findFirst({
    where: { type: 'DEFAULT', language, active: true },
    select: { id: true, name: true },
  });
