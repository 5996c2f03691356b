// pnpm db:migrate          applies all migrations to the server of DATABASE_URL
// pnpm db:diff some_name   writes a migration for the changes in the schema files
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyMigrations } from './migrate.ts';

const [command, name] = process.argv.slice(2);

if (command === 'apply') {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  // A pooler may have no sessions for the lock.
  const url = DATABASE_DIRECT_URL || DATABASE_URL;
  if (!url) fail('Set DATABASE_URL. The embedded database needs no call: every start migrates it.');
  const applied = await applyMigrations(url);
  print(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
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
  fail('Usage: pnpm db:migrate, or pnpm db:diff NAME (small letters, digits, underscores).');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
