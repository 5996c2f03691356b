import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { listMigrations, readMigration } from './migrate.ts';
import { statementsOf } from './sql-statements.ts';

beforeAll(loadModule);

test.for([
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ["SELECT 'a;''b;' ; SELECT 2;\n", ["SELECT 'a;''b;'", 'SELECT 2']],
  ["SELECT E'\\';', e'\\\\'; SELECT '\\'; SELECT 3", ["SELECT E'\\';', e'\\\\'", "SELECT '\\'", 'SELECT 3']],
  ['SELECT "a;""b"; SELECT 2', ['SELECT "a;""b"', 'SELECT 2']],
  ["-- it's; a note\nSELECT 1; /* and; 'this */", ["-- it's; a note\nSELECT 1"]],
  ['DO $$ BEGIN; END $$; SELECT 2', ['DO $$ BEGIN; END $$', 'SELECT 2']],
  ['SELECT $a$ $$ ; $b$ ; $a$; SELECT 2', ['SELECT $a$ $$ ; $b$ ; $a$', 'SELECT 2']],
  ['SELECT a$b$ FROM x; SELECT $1', ['SELECT a$b$ FROM x', 'SELECT $1']],
  [' ; ;-- nothing\n', []],
] as const)('%s', ([sql, statements]) => {
  expect(statementsOf(sql)).toEqual(statements);
});

test("every migration has the statements that PostgreSQL's parser sees in it", async () => {
  for (const name of await listMigrations()) {
    const sql = await readMigration(name);
    const parts = statementsOf(sql).map((each) => parseSync(each).stmts);
    expect(
      parts.every((stmts) => stmts?.length === 1),
      name,
    ).toBe(true);
    expect(parts.length, name).toBe(parseSync(sql).stmts?.length);
  }
});

/** The last one that was written before a database could be spread: it is migrated up to here before that. */
const beforeSpreading = '20261127090000_machines_on_maps';

interface AlterTable {
  AlterTableStmt?: { cmds?: { AlterTableCmd?: { subtype?: string } }[] };
}

test('a constraint is added by a statement of its own', async () => {
  const mixed: string[] = [];
  const newer = (await listMigrations()).filter((name) => name > beforeSpreading);
  expect(newer).not.toEqual([]);
  for (const name of newer) {
    for (const sql of statementsOf(await readMigration(name))) {
      const alter = parseSync(sql).stmts?.[0]?.stmt as AlterTable | undefined;
      const kinds = alter?.AlterTableStmt?.cmds?.map((each) => each.AlterTableCmd?.subtype) ?? [];
      if (kinds.includes('AT_AddConstraint') && kinds.length > 1) mixed.push(`${name}: ${sql}`);
    }
  }
  expect(mixed).toEqual([]);
});
