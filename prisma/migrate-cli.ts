// pnpm db:migrate          applies all migrations to the server of DATABASE_URL
// pnpm db:distribute       applies them, and spreads the tables over the servers of a Citus cluster
// pnpm db:diff some_name   writes a migration for the changes in the schema files
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distribute } from './distribute.ts';
import { applyMigrations, MigrationRefused } from './migrate.ts';
import { PlacingRefused } from './places.ts';

const [command, name] = process.argv.slice(2);

// A pooler may have no sessions for the lock.
const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;

if (command === 'apply') {
  if (!url) fail('Set DATABASE_URL. The embedded database needs no call: every start migrates it.');
  const applied = await applyMigrations(url);
  print(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
} else if (command === 'distribute') {
  if (!url) fail('Set DATABASE_URL to the coordinator. The embedded database is one server.');
  const done = await distribute(url).catch((error: Error) =>
    fail(
      error instanceof PlacingRefused || error instanceof MigrationRefused ? error.message : `${error.stack}`,
    ),
  );
  for (const line of done) print(line);
} else if (command === 'diff' && name && /^[a-z0-9_]+$/.test(name)) {
  // Imported here, because production has neither of the two.
  const { startEmbeddedPostgres } = await import('../apps/api/src/platform/embedded-postgres.ts');
  const { writeMigration } = await import('./schema-diff.ts');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-diff-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await applyMigrations(server.url);
    const folder = await writeMigration(server.url, name);
    print(
      folder
        ? `Wrote ${path.relative(process.cwd(), folder)}. Read it before you commit it.`
        : 'No difference.',
    );
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
} else {
  fail(
    'Usage: pnpm db:migrate, pnpm db:distribute, or pnpm db:diff NAME (small letters, digits, underscores).',
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
