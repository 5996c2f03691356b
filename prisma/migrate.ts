// Migrations without Prisma's schema engine binary, which has to be downloaded from a host of its own: the same engine
// in WebAssembly, from npm. See docs/decisions/migrations-by-webassembly-engine.md.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type {
  DiffTarget,
  MigrationList,
  SchemaContainer,
  SchemaEngine,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const schemaDir = path.join(import.meta.dirname, 'schema');
const migrationsDir = path.join(import.meta.dirname, 'migrations');
const filters = { externalTables: [], externalEnums: [] };

// Any number will do, as long as every server takes the same one.
const MIGRATION_LOCK = 7_205_316_041;

/**
 * Brings the database to the newest migration and answers the names of those it applied. Servers that start at the same
 * time wait for each other. Throws what the database said about a failing statement, or Prisma's explanation of a
 * migration that failed before and needs a hand.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while it only holds the lock would otherwise end the process.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    // Asked for again and again rather than waited for: a waiting statement would block CREATE INDEX CONCURRENTLY.
    while (!(await tryLock(lock))) await sleep(100);
    const { appliedMigrationNames } = await withEngine(databaseUrl, async (engine) =>
      engine.applyMigrations({ migrationsList: await readMigrations(), filters }),
    );
    return appliedMigrationNames;
  } finally {
    // Ending the session gives the lock back, also after an error.
    await lock.end();
  }
}

/** The statements that lead from the tables of a database to the schema files; empty when they agree. */
export async function diffFromDatabase(databaseUrl: string): Promise<string> {
  return diff(databaseUrl, { tag: 'schemaDatasource', files: await readSchema(), configDir: schemaDir });
}

async function diff(databaseUrl: string, from: DiffTarget): Promise<string> {
  const to: DiffTarget = { tag: 'schemaDatamodel', files: await readSchema() };
  const params = { from, to, script: true, exitCode: null, filters, shadowDatabaseUrl: null };
  const { stdout } = await withEngine(databaseUrl, (engine) => engine.diff(params));
  return stdout ?? '';
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
  return rows[0].locked;
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
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } } as const;
      }),
    ),
  };
}

async function withEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine } = await loadEngine();
  // The engine closes nothing itself, so it gets a pool that can be closed behind it.
  const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, max: 2 });
  presentCatalogTypesAsText(pool);
  const factory = bindMigrationAwareSqlAdapterFactory(new WholeScriptPg(pool));
  const schema = await readSchema();
  const datamodels = schema.map(({ path: file, content }): [string, string] => [file, content]);
  const engine = await SchemaEngine.new({ datamodels }, () => {}, factory);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

/**
 * Prisma's adapter cuts a script at every semicolon, also inside functions and comments. Sent as one query without
 * parameters, PostgreSQL reads it itself, in one transaction: a migration applies wholly or not at all.
 */
class WholeScriptPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    return adapter;
  }
}

/** The engine asks for columns of PostgreSQL's one-byte "char", which Prisma's adapter does not know as a text. */
function presentCatalogTypesAsText(pool: pg.Pool): void {
  const { CHAR, TEXT } = pg.types.builtins;
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const queryAsText = async (config: pg.QueryConfig) => {
    const result = await query(config);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    return result;
  };
  pool.query = queryAsText as pg.Pool['query'];
}

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let bindings: Promise<Bindings> | undefined;

/** The package's own entry imports the .wasm file as a module, which Node does not do without a flag. */
function loadEngine(): Promise<Bindings> {
  bindings ??= (async () => {
    const name = '@prisma/schema-engine-wasm/schema_engine_bg';
    const module: Bindings = await import(name);
    const file = createRequire(import.meta.url).resolve(name).replace(/\.js$/, '.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(file), {
      './schema_engine_bg.js': module as unknown as WebAssembly.ModuleImports,
    });
    module.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return module;
  })();
  return bindings;
}
