// Migrations without Prisma's schema engine binary, which has to be downloaded from a host of its own: the same engine
// in WebAssembly, from npm. See docs/decisions/0005-migrations-by-webassembly-engine.md.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  MigrationList,
  SchemaContainer,
  SchemaEngine,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import { withSchemaEngine } from './schema-engine.ts';
import { withLock } from './with-lock.ts';

const schemaDir = path.join(import.meta.dirname, 'schema');
const migrationsDir = path.join(import.meta.dirname, 'migrations');
const filters = { externalTables: [], externalEnums: [] };

const MIGRATION_LOCK = 7_205_316_041;

/**
 * Brings the database to the newest migration and answers the names of those it applied. Servers that start at the same
 * time wait for each other. Throws what the database said about a failing statement; nothing of that migration stays,
 * so the next start tries it again.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  return withLock(databaseUrl, MIGRATION_LOCK, () =>
    withEngine(databaseUrl, async (engine) => {
      const migrationsList = await readMigrations();
      await forgetFailures(engine, migrationsList);
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
      return appliedMigrationNames;
    }),
  );
}

/** Prisma refuses to go on after a failed migration, since half of it may be there; here it is all or nothing. */
async function forgetFailures(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const optInToShadowDatabase = false;
  const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase, filters });
  for (const migrationName of history.failedMigrationNames) {
    await engine.markMigrationRolledBack({ migrationName });
  }
}

/** The statements that lead from the tables of a database to the schema files; empty when they agree. */
export async function diffFromDatabase(databaseUrl: string): Promise<string> {
  const files = await readSchema();
  const { exitCode, stdout } = await withEngine(databaseUrl, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    }),
  );
  return exitCode === 0 ? '' : (stdout ?? '').trim();
}

/** Writes the next migration: what leads from the tables of an up-to-date database to the schema files. */
export async function writeMigration(databaseUrl: string, name: string): Promise<string | undefined> {
  const sql = await diffFromDatabase(databaseUrl);
  if (!sql) return undefined;
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrationsDir, `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), `${sql}\n`);
  return folder;
}

async function readSchema(): Promise<SchemaContainer[]> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(schemaDir, name);
      return { path: file, content: await readFile(file, 'utf8') };
    }),
  );
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lockFile = path.join(migrationsDir, 'migration_lock.toml');
  return {
    baseDir: migrationsDir,
    lockfile: { path: lockFile, content: await readFile(lockFile, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => {
        const value = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
        return {
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
        } as const;
      }),
    ),
  };
}

async function withEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  return withSchemaEngine(databaseUrl, await readSchema(), work);
}
