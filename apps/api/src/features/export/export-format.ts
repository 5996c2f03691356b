/** The public description of an archive's format: JSON Schemas, which every archive carries, and a page of columns. */
import { z } from 'zod';
import { textsOf } from '../../platform/texts.ts';
import { exportedTables } from './account-tables.ts';
import { exportedFields, meaningOf, rowSchema, targetOf, typeOf } from './export-columns.ts';
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

/** A JSON Schema (2020-12) of the manifest, of its signature and of each table, by file name. */
export function exportSchemas(): { name: string; content: string }[] {
  const texts = textsOf('en', 'export');
  return [
    page('manifest', Manifest, 'What is in an archive of all data'),
    page('signature', Signature, 'Who made the archive, and that nobody changed it'),
    ...exportedTables.map((table) =>
      page(table.file, z.array(rowSchema(table)), texts(`readme.tables.${table.file}`)),
    ),
  ];
}

/** The page of tables and columns, as Markdown. */
export function exportColumnsPage(): string {
  const texts = textsOf('en', 'export');
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const tables = exportedTables.map((table) => {
    const rows = exportedFields(table).map((field) => {
      const target = targetOf(table, field.name);
      return `| \`${field.name}\` | ${typeOf(field, table)} | ${cell(meaningOf(field, table))} | ${target ? `\`${target}\`` : ''} |`;
    });
    return [
      `## ${table.file}`,
      `${texts(`readme.tables.${table.file}`)}.`,
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
| \`manifest.sig\` | the signature of the manifest (Ed25519), and the hash of the public key |
| \`data/<table>.json\` | a table as JSON: an array with one row a line |
| \`data/<table>.csv\` | the same for spreadsheet programs |
| \`files/…\` | the stored files, in folders as people would file them |
| \`schema/<table>.schema.json\` | a JSON Schema (2020-12) of each table, of the manifest and of the signature; the same files are in [export-format/](export-format/) |
| \`README.txt\` | an explanation in the language of the person who asked for the archive |

A day is \`2026-11-30\`, a moment \`2026-11-30T09:15:00.000Z\` in UTC. Amounts of money are in hundredths. All tables are
of one moment. A stored file is found by its id in \`manifest.json\`, under \`files\`.

The version changes when a table or column is removed or means something else. New tables and columns do not change it,
so a reader should ignore what it does not know.`;
