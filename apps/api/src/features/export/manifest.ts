/** The manifest of an archive of all data: what is in it, with the hash of everything. */
import { z } from 'zod';

export const formatName = 'servicebook-export';
/**
 * Incremented when a reader of an older version could not read an archive any more: a table or column was removed or
 * means something else. A new table or column is no new version.
 */
export const formatVersion = 1;
/** How people call both together. */
export const formatTitle = `${formatName}-${formatVersion}`;

export const manifestPath = 'manifest.json';
export const signaturePath = 'manifest.sig';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const packed = {
  path: z.string().describe('Path within the archive.'),
  size: z.int().nonnegative().describe('Bytes, unpacked.'),
  sha256: sha256.describe('SHA-256 of the unpacked content, as hex.'),
};

export const Manifest = z.strictObject({
  format: z.literal(formatName),
  version: z.int(),
  madeAt: z.iso.datetime(),
  company: z.strictObject({ id: z.int(), name: z.string() }),
  tables: z
    .array(z.strictObject({ table: z.string(), rows: z.int().nonnegative(), ...packed }))
    .describe('The tables as JSON, one row a line, in the order of the README.'),
  files: z
    .array(
      z.union([
        z.strictObject({ id: z.int().nullable(), ...packed }),
        z.strictObject({ id: z.int().nullable(), path: z.null() }),
      ]),
    )
    .describe(
      'The stored files. `id` is that of their row in files; null: the invoice of the seller names it. Without a path, the file was lost before the archive was made.',
    ),
  others: z.array(z.strictObject(packed)).describe('Everything else: tables as CSV, schemas, README.'),
});
export type Manifest = z.output<typeof Manifest>;

/** Whether a manifest is one of ours, of any version. */
export const AnyManifest = z.looseObject({ format: z.literal(formatName), version: z.int() });

export const Signature = z.strictObject({
  format: z.literal(formatTitle),
  key: sha256.describe('SHA-256 of the public key of the installation that made the archive.'),
  publicKey: z
    .string()
    .max(200)
    .optional()
    .describe(
      'The public key itself: DER (SubjectPublicKeyInfo) as Base64. Missing in the earliest archives.',
    ),
  signature: z.string().max(200).describe('Ed25519 signature of the bytes of manifest.json, as Base64.'),
});
