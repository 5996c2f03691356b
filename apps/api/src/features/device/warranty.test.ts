import { readFile } from 'node:fs/promises';
import { foldText } from '@servicebook/shared/fold-text';
import { languages } from '@servicebook/shared/primitives';
import { warrantyKindOf, warrantyKinds } from '@servicebook/shared/warranty';
import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../platform/texts.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice } from '../../testing/builders.ts';

const app = useTestApp();
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let parents: { category: { id: number }; customer: { id: number } };
let english: Api;
let german: Api;
let polish: Api;

beforeAll(async () => {
  owner = await buildAdmin(app);
  const { categoryId, customerId } = await buildDevice(app, { accountId: owner.accountId });
  parents = { category: { id: categoryId }, customer: { id: customerId } };
  english = await app.as(owner);
  german = await app.as(owner, { 'Accept-Language': 'de' });
  polish = await app.as(owner, { 'Accept-Language': 'pl' });
});

const insert = (warranty: string) => english.device.insert({ body: { name: 'Pump', ...parents, warranty } });
const stored = async (id: number) => (await english.device.findById({ params: { id } })).warranty;

const allNames = languages.flatMap((language) =>
  warrantyKinds.map((kind) => ({
    kind,
    language,
    name: textsOf(language, 'device')(`warrantyKinds.${kind}`),
  })),
);

describe('the kind of a warranty', () => {
  it.each(allNames)('is recognised by its name on screen: $name ($language)', ({ kind, name }) => {
    expect(warrantyKindOf(name)).toBe(kind);
    expect(warrantyKindOf(` ${name.toUpperCase()} `)).toBe(kind);
  });

  it('is stored as a code in any typed language; other text stays', async () => {
    const production = await insert('Produkcja');
    expect(await stored(production)).toBe('production');
    expect(await stored(await insert('ТРАНСПОРТИРОВКА'))).toBe('transport');
    expect(await stored(await insert('Transport und Montage'))).toBe('Transport und Montage');
    await english.device.update({
      body: { id: production, name: 'Pump', ...parents, warranty: 'montage' },
    });
    expect(await stored(production)).toBe('installation');
  });

  it('is found, filtered and sorted by its displayed name', async () => {
    const category = await english.category.insert({ body: { name: 'Sorted' } });
    const made: Record<string, number> = {};
    for (const warranty of [...warrantyKinds, 'Ohne'])
      made[warranty] = await english.device.insert({
        body: { name: 'Press', customer: parents.customer, category: { id: category.id }, warranty },
      });
    const search = async (by: Api, body: object) =>
      (await by.device.search({ body: { categoryId: category.id, ...body } })).content.map(({ id }) => id);
    expect(await search(german, { text: 'montage' })).toEqual([made.installation]);
    expect(await search(polish, { text: 'montaz' })).toEqual([made.installation]);
    expect(await search(english, { text: 'montage' })).toEqual([]);
    expect(await search(german, { warranty: 'Produkt' })).toEqual([made.production]);
    expect(await search(polish, { warranty: 'Monta' })).toEqual([made.installation]);
    // A link shared between languages, and a caller that knows the code.
    expect(await search(german, { warranty: 'Produkcja' })).toEqual([made.production]);
    expect(await search(polish, { warranty: 'installation' })).toEqual([made.installation]);
    const byWarranty = { sort: { by: 'warranty', direction: 'asc' } };
    const [{ installation, production, transport, Ohne }] = [made];
    expect(await search(german, byWarranty)).toEqual([installation, Ohne, production, transport]);
    expect(await search(english, byWarranty)).toEqual([installation, Ohne, production, transport]);
    const italian = await app.as(owner, { 'Accept-Language': 'it' });
    expect(await search(italian, byWarranty)).toEqual([installation, Ohne, production, transport]);
  });

  it('replaces the texts stored before', async () => {
    const { accountId } = owner;
    const migration = await readFile(
      new URL(
        '../../../../../prisma/migrations/20261122013000_warranty_kinds/migration.sql',
        import.meta.url,
      ),
      'utf8',
    );
    const old = await Promise.all(
      allNames.map(async ({ kind, name }) => ({
        kind,
        ids: await Promise.all(
          [name, ` ${name.toUpperCase()}`, foldText(name)].map(
            async (warranty) => (await buildDevice(app, { accountId, warranty })).id,
          ),
        ),
      })),
    );
    const free = await buildDevice(app, { accountId, warranty: 'Transport i montaż' });
    await app.deps.db.global.$executeRawUnsafe(migration);
    for (const { kind, ids } of old) for (const id of ids) expect(await stored(id)).toBe(kind);
    expect(await stored(free.id)).toBe('Transport i montaż');
  });
});
