import { createHash } from 'node:crypto';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { useTestApp } from '../../testing/app.ts';
import { readArchive } from '../../testing/archives.ts';
import { buildDevice } from '../../testing/builders.ts';
import { buildUsedAccount } from '../../testing/used-account.ts';
import { exportedTables } from './account-tables.ts';
import { produceExport } from './export.jobs.ts';
import { exportColumnsPage, exportSchemas } from './export-format.ts';
import type { Manifest } from './manifest.ts';

const app = useTestApp();
const formats = addFormats.default;

const docs = path.resolve(import.meta.dirname, '../../../../../docs');

// A changed column fails here until somebody has looked at what becomes of older archives; then run with --update.
test('the public description of the format is that of the export', async () => {
  for (const { name, content } of exportSchemas())
    await expect(content).toMatchFileSnapshot(path.join(docs, 'export-format', name));
  await expect(exportColumnsPage()).toMatchFileSnapshot(path.join(docs, 'export-format.md'));
});

describe('an archive', () => {
  it('is as its schemas say, and its manifest names everything with its hash', async () => {
    const used = await buildUsedAccount(app);
    const archive = unzipSync(new Uint8Array(await readArchive(used.admin)));
    const textOf = (name: string) => strFromU8(archive[name] ?? new Uint8Array());
    const jsonOf = (name: string) => JSON.parse(textOf(name));
    const manifest: Manifest = jsonOf('manifest.json');

    const validator = new Ajv2020({ strict: true, allErrors: true });
    formats(validator);
    const isValid = (schema: string, value: unknown) => {
      const validate = validator.compile(jsonOf(`schema/${schema}.schema.json`));
      validate(value);
      expect(validate.errors, schema).toBeNull();
    };
    isValid('manifest', manifest);
    isValid('signature', jsonOf('manifest.sig'));
    expect(manifest.tables.map(({ table }) => table)).toEqual(exportedTables.map(({ file }) => file));
    for (const { table, path: name, rows } of manifest.tables) {
      isValid(table, jsonOf(name));
      expect(jsonOf(name), table).toHaveLength(rows);
      expect(rows, table).toBeGreaterThan(0);
      expect(textOf(name).split('\n'), 'one row a line').toHaveLength(rows + 3);
    }

    const files = manifest.files.flatMap((file) => (file.path === null ? [] : file));
    const listed = [...manifest.tables, ...files, ...manifest.others];
    const names = ['manifest.json', 'manifest.sig', ...listed.map((entry) => entry.path)];
    expect(Object.keys(archive).sort()).toEqual(names.sort());
    for (const { path: name, size, sha256 } of listed) {
      const bytes = archive[name] ?? new Uint8Array();
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')], name).toEqual([size, sha256]);
    }
    const stored = await app.deps.db.of(used).storedFile.findMany({ where: {}, select: { id: true } });
    expect(manifest.files.flatMap(({ id }) => id ?? []).sort()).toEqual(stored.map(({ id }) => id).sort());

    const { key, signature } = jsonOf('manifest.sig');
    expect(key).toBe(app.deps.exportKey.id);
    expect(app.deps.exportKey.verify(archive['manifest.json'] as Uint8Array, signature)).toBe(true);
  });

  it('has all tables of one moment', async () => {
    const used = await buildUsedAccount(app);
    const db = app.deps.db.of(used);
    const known = await db.customer.count();
    // Somebody adds a customer and a machine of it, each time a table was read.
    let added = 0;
    const of: typeof app.deps.db.of = (owner) =>
      new Proxy(app.deps.db.of(owner), {
        get: (client, name) =>
          name !== '$transaction'
            ? Reflect.get(client, name)
            : (work: (tx: AccountTransaction) => Promise<unknown>, options: object) =>
                client.$transaction(
                  (tx) =>
                    work(
                      new Proxy(tx, {
                        get: (inner, model) => {
                          if (model !== 'customer') return Reflect.get(inner, model);
                          return new Proxy(inner.customer, {
                            get: (table, method) =>
                              method !== 'findMany'
                                ? Reflect.get(table, method)
                                : async (query: never) => {
                                    const rows = await table.findMany(query);
                                    await buildDevice(app, { accountId: used.accountId });
                                    added++;
                                    return rows;
                                  },
                          });
                        },
                      }),
                    ),
                  options,
                ),
      });
    const exported = await db.export.create({
      data: { accountId: used.accountId, userId: used.userId, kind: 'ACCOUNT_DATA' },
    });
    const deps = { ...app.deps, db: { ...app.deps.db, of } };
    await produceExport(
      deps,
      { accountId: used.accountId, exportId: exported.id },
      new AbortController().signal,
    );
    const { fileKey } = await db.export.findFirstOrThrow({ where: { id: exported.id } });
    const archive = unzipSync(new Uint8Array(await app.deps.files.get(fileKey ?? '')));
    const rowsOf = (table: string): { id: number; customerId: number }[] =>
      JSON.parse(strFromU8(archive[`data/${table}.json`] ?? new Uint8Array()));
    expect(added).toBeGreaterThan(0);
    expect(rowsOf('customers')).toHaveLength(known);
    const customers = rowsOf('customers').map(({ id }) => id);
    for (const { customerId } of rowsOf('machines')) expect(customers).toContain(customerId);
  });
});
