// Prisma's schema engine in WebAssembly, connected to PostgreSQL through Prisma's adapter, with workarounds for two
// mismatches between them in 7.10. For development only.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Runs a function with an engine that is connected to the database, and closes its connections afterwards. */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  schema: { path: string; content: string }[],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadBindings();
  // The engine never closes its connections, so it gets a pool that can be closed from outside.
  const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, max: 2 });
  pool.on('error', () => undefined);
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new EngineAdapterFactory(pool));
    const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
    const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

class EngineAdapterFactory extends PrismaPg {
  readonly #charColumns: WeakMap<unknown[], number[]>;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#charColumns = trackCharColumns(pool);
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of this.#charColumns.get(result.rows) ?? []) {
        result.columnTypes[index] = ColumnTypeEnum.Character;
      }
      return result;
    };
    return adapter;
  }
}

/**
 * The system catalog uses the one-byte type "char", which the engine expects as a character and the adapter does not
 * know. The adapter sees it as text; the columns are tracked by the array of rows, which the adapter passes through.
 */
function trackCharColumns(pool: pg.Pool): WeakMap<unknown[], number[]> {
  const { CHAR, TEXT } = pg.types.builtins;
  const charColumns = new WeakMap<unknown[], number[]>();
  const query = pool.query.bind(pool) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  const trackingQuery = async (config: pg.QueryConfig) => {
    const result = await query(config);
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      charColumns.set(result.rows, [...(charColumns.get(result.rows) ?? []), index]);
    }
    return result;
  };
  pool.query = trackingQuery as pg.Pool['query'];
  return charColumns;
}

let bindings: Promise<Bindings> | undefined;

/** The package's own entry imports the .wasm file as a module, which Node does not support without a flag. */
function loadBindings(): Promise<Bindings> {
  bindings ??= (async () => {
    const name = '@prisma/schema-engine-wasm/schema_engine_bg';
    const module: Bindings = await import(name);
    const file = createRequire(import.meta.url)
      .resolve(name)
      .replace(/\.js$/, '.wasm');
    const { exports } = await instantiate(await readFile(file), { './schema_engine_bg.js': module });
    module.__wbg_set_wasm(exports);
    exports.__wbindgen_start();
    // The engine reports its panic message here; the trap itself says only "unreachable".
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: throwPanic } });
    return module;
  })();
  return bindings;
}

function throwPanic(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

interface EngineInstance {
  exports: { __wbindgen_start: () => void };
}

// TypeScript declares WebAssembly only in the browser's library.
declare const WebAssembly: {
  instantiate: (bytes: Uint8Array, imports: object) => Promise<{ instance: EngineInstance }>;
};

async function instantiate(bytes: Uint8Array, imports: object): Promise<EngineInstance> {
  return (await WebAssembly.instantiate(bytes, imports)).instance;
}
