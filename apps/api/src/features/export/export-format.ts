/** The public description of an archive's format: JSON Schemas, which every archive carries, and a page of columns. */

import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { z } from 'zod';
import { textsOf } from '../../platform/texts.ts';
import { exportedTables } from './account-tables.ts';
import { exportedFields, keyOf, meaningOf, rowSchema, targetOf, typeOf } from './export-columns.ts';
import { formatTitle, Manifest, Signature } from './manifest.ts';

const page = (name: string, schema: z.ZodType, title: string) => {
  const id = `urn:${formatTitle}:${name}`;
  const content = { $id: id, title, ...z.toJSONSchema(schema, { target: 'draft-2020-12', override }) };
  return { name: `${name}.schema.json`, content: `${JSON.stringify(content, null, 2)}\n` };
};

/** Readers ignore what they do not know. What a date looks like is said by its format, what an integer is by its type. */
const override: z.core.ToJSONSchemaParams['override'] = ({ jsonSchema }) => {
  delete jsonSchema.additionalProperties;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.type === 'integer') {
    delete jsonSchema.maximum;
    if (jsonSchema.minimum !== 0) delete jsonSchema.minimum;
  }
};

/** A JSON Schema (2020-12) of the manifest, its signature, signed protocols and each table, by file name. */
export function exportSchemas(): { name: string; content: string }[] {
  const texts = textsOf('en', 'export');
  return [
    page('manifest', Manifest, 'What is in an archive of all data'),
    page('signature', Signature, 'Who made the archive, and that nobody changed it'),
    page('protocol-snapshot', ProtocolSnapshot, 'What was signed: the text in snapshot of protocol-versions'),
    ...exportedTables.map((table) =>
      page(table.file, z.array(rowSchema(table)), texts(`readme.tables.${table.file}`)),
    ),
  ];
}

/** The page of tables and columns, as Markdown. */
export function exportColumnsPage(): string {
  const texts = textsOf('en', 'export');
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const listOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const tables = exportedTables.map((table) => {
    const rows = exportedFields(table).map((field) => {
      const target = targetOf(table, field.name);
      return `| \`${field.name}\` | ${typeOf(field, table)} | ${cell(meaningOf(field, table))} | ${target ? `\`${target}\`` : ''} |`;
    });
    return [
      `## ${table.file}`,
      `${sentence(texts(`readme.tables.${table.file}`))} Key: ${listOf(keyOf(table))}.`,
      ['| column | type | meaning | refers to |', '|---|---|---|---|', ...rows].join('\n'),
    ].join('\n\n');
  });
  return `${[introduction, ...tables].join('\n\n')}\n`;
}

const introduction = `# The format of an archive of all data

\`${formatTitle}\`. Written by a test from the columns that the export uses: do not edit it by hand.

An administrator gets the archive from *My account → Management*. It is a ZIP file:

| path | content |
|---|---|
| \`manifest.json\` | the version of the format, when and from which company the archive was made, and path, size and SHA-256 of everything in it |
| \`manifest.sig\` | the signature of the manifest (Ed25519), and the public key |
| \`data/<table>.json\` | a table as JSON: an array with one row a line |
| \`data/<table>.csv\` | the same for spreadsheet programs, for people: beside an id stands how that is called, such as \`customerName\` after \`customerId\`; ignored when an archive comes back |
| \`files/…\` | the stored files, in folders as people would file them |
| \`schema/<table>.schema.json\` | a JSON Schema (2020-12) of each table, of the manifest, of the signature and of signed protocols; the same files are in [export-format/](export-format/) |
| \`README.txt\` | an explanation in the language of the person who asked for the archive |

Programs read the JSON files: they have everything. The CSV files are for people: separated by semicolons, with a byte
order mark, with days, times and decimal marks in the language and time zone of the person who asked for them.

## Reading the tables

- **Text** is UTF-8, without a byte order mark. A table is a JSON array; its first line is \`[\`, then each row is a line
  that ends with a comma, except for the last one, and the last line is \`]\`. So it can be read as JSON, or line by line.
- **Values.** A day is \`2026-11-30\`, a moment \`2026-11-30T09:15:00.000Z\` in UTC. Amounts of money are in hundredths, with
  the currency as ISO 4217. Languages are ISO 639-1, countries ISO 3166-1 alpha-2, time zones IANA, coordinates degrees
  in WGS 84. A text that is not stated is empty, and never null, unless the table below says “or null”. “Whole number, as
  text” may exceed what a JSON reader stores exactly.
- **Keys.** A row is identified by the key that is named with its table, within the archive. Columns under “refers to”
  hold the key of a row in the archive, or null. All tables are of one moment, so the row is there. References lead in
  circles in one place: \`protocols.visitId\` and \`visits.sourceServiceId\`. Write all rows of both first, then set one of
  them. The order of the tables in \`manifest.json\` is not one in which they can be written.
- **Computed columns** say so. They follow from others, and need not be taken over.
- **Positions** order the rows of a list, such as the machines of a protocol.
- The version changes when a table or column is removed or means something else. New tables and columns do not change
  it, so a reader should ignore what it does not know, and take a column that is missing for not stated.

## Files

An entry of \`files\` in \`manifest.json\` has the \`id\` of a row in the table files, and a \`path\` in the archive. Its bytes
have the \`sha256\` of both. Without a path, they were lost before the archive was made. An \`id\` of null is an invoice of
the seller. Take the name from the table: paths avoid characters that some systems forbid, and number equal names.

To whom a file belongs is said by \`deviceId\`, \`serviceId\` or \`visitId\`; the document of a signed protocol is named by
\`protocol-versions.pdfFileId\`, the marked copy of a withdrawn one by \`protocol-versions.markedFileId\`, a signature
sent as a picture by \`protocol-signatures.imageFileId\`, the logo by \`company.logoFileId\`.

## Signed protocols

A protocol may be signed several times: each signing is a row of protocol-versions that never changes. Its \`snapshot\` is
what the customer signed, as text; \`schema/protocol-snapshot.schema.json\` describes it. The tables protocols,
protocol-machines, protocol-actions and protocol-parts hold the present state, which may have been reopened since.

To check a version: the SHA-256 of the UTF-8 bytes of \`snapshot\` is \`snapshotSha256\`. \`pdfSha256\` is that of the document
as it was drawn. The file \`pdfFileId\` begins with those bytes; behind them stand its seal, a PDF signature (PAdES), and
time stamps. A document from before there were seals has nothing behind them.

## Checking the archive

1. \`manifest.sig\` is JSON: \`publicKey\`, and \`signature\`, an Ed25519 signature (RFC 8032) of the bytes of \`manifest.json\`.
   The SHA-256 of the decoded \`publicKey\` is \`key\`: all archives of an installation have the same one.
2. Every \`path\` in \`manifest.json\` is in the archive, with its \`size\` and \`sha256\`.

\`\`\`
jq -r .publicKey manifest.sig | base64 -d > key.der
jq -r .signature manifest.sig | base64 -d > signature.bin
openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in manifest.json -sigfile signature.bin
jq -r '(.tables + .files + .others)[] | select(.path) | "\\(.sha256)  \\(.path)"' manifest.json | sha256sum -c --quiet
\`\`\`

Who packs the files again, in any order and below a folder, does not change what is signed. Servicebook brings an archive
back only to the installation that has signed it.

## Codes

- Kinds of work: \`PERIODIC_INSPECTION\`, \`REPAIR\`, \`OPERATOR_TRAINING\`, \`INSTALLATION\`, and \`PRE_ASSEMBLMENT_PROTOCOL\`, the
  protocol before the assembly.
- Status of a machine: \`PRODUCTION\` (being built), \`TRANSPORT\`, \`INSTALLATION\` (before the handover), then \`OK\`,
  \`IN_REPAIR\`, \`FAULT\` (works with a fault), \`BROKEN\` (does not work), \`DANGER\` (must not be used).
- Payment of a protocol: \`PAID\` by the customer, \`WARRANTY\`, \`UNDER_WARRANTOR_DECISION\` (the warrantor decides later).
- State of a protocol: \`NEW\` (not signed, or reopened), \`SIGNED\`.
- Signatures: \`DRAWN\` on the screen, \`PAPER\` on a printed copy.

## Not in the archive

Passwords and the keys of sign-ins and calendars; counters, search indexes and notes of sent reminders; payment attempts;
what is kept to undo an import; and what lies in the bin.`;
