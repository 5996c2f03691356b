/** Documents that prove themselves: each has an address of its own, which is printed on it. */
import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Prisma, SealedDocument, SealedKind } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Crockford's base 32: no letter that looks like a digit, and none twice by case. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 26;

/** 128 random bits. */
export function newDocumentToken(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let token = '';
  for (let place = 0; place < length; place++) {
    token = alphabet[Number(bits & 31n)] + token;
    bits >>= 5n;
  }
  return token;
}

/** Gives a document its address, before it is drawn. */
export const newSealedDocument = (
  tx: AccountTransaction,
  { accountId }: { accountId: number },
  document: { kind: SealedKind; serviceVersionId?: number; facts?: Prisma.InputJsonValue },
): Promise<SealedDocument> =>
  tx.sealedDocument.create({ data: { accountId, token: newDocumentToken(), ...document } });

/** Where anybody learns whether the document is genuine; also in its QR code. */
export const verifyAddress = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { accountId, token }: Pick<SealedDocument, 'accountId' | 'token'>,
): string => `${publicUrl}/v/${accountId}-${token}`;
