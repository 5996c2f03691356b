// The difference between a database and the schema files, from Prisma's schema engine. For development only: it writes
// the next migration. See docs/decisions/0005-migrations.md.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationsDir } from './migrate.ts';
import { withSchemaEngine } from './schema-engine.ts';

const schemaDir = path.join(import.meta.dirname, 'schema');

/** The statements that change the tables of a database to match the schema files; empty if they already match. */
export async function diffFromDatabase(databaseUrl: string): Promise<string> {
  const files = await readSchema();
  const { exitCode, stdout } = await withSchemaEngine(databaseUrl, files, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return exitCode === 0 ? '' : (stdout ?? '').trim();
}

/** Writes the next migration: the statements that change an up-to-date database to match the schema files. */
export async function writeMigration(databaseUrl: string, name: string): Promise<string | undefined> {
  const sql = await diffFromDatabase(databaseUrl);
  if (!sql) return undefined;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrationsDir, `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), `${sql}\n`);
  return folder;
}

export async function readSchema(): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(schemaDir, name);
      return { path: file, content: await readFile(file, 'utf8') };
    }),
  );
}
