import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;

beforeAll(async () => {
  ({ accountId, admin, technician } = await buildTeam(app));
});

const exists = {
  status: 409,
  code: 'CATEGORY_EXISTS',
  message: 'Category already exists. Choose another name.',
};
const listOf = (...entries: string[]) => JSON.stringify(entries);
const update = (id: number, serviceReviewOperationsList: unknown, name = `Category ${id}`) =>
  admin.category.update({
    body: { id, name, serviceReviewOperationsList: serviceReviewOperationsList as string },
  });

describe('a category', () => {
  it('is added by admins, without machines and actions', async () => {
    const added = await admin.category.insert({ body: { name: ' Łukowe prasy ' } });
    expect(added).toEqual({
      id: added.id,
      name: 'Łukowe prasy',
      count: 0,
      inspectionPeriodInMonths: null,
      serviceReviewOperationsList: '[]',
      revision: 1,
    });
    expect(await technician.category.findById({ params: { id: added.id } })).toEqual(added);
  });

  it('needs a name', async () => {
    for (const name of ['', '  ', undefined]) {
      const answer = await refusal(admin.category.insert({ body: { name: name as string } }));
      expect(answer).toMatchObject({
        status: 400,
        fields: { name: expect.stringMatching(/NAME_EMPTY|REQUIRED/) },
      });
    }
    const { id } = await buildCategory(app, { accountId });
    expect(await refusal(admin.category.update({ body: { id, name: ' ' } }))).toMatchObject({
      status: 400,
      fields: { name: 'NAME_EMPTY' },
    });
  });

  it('has a unique name within the account, ignoring case', async () => {
    const first = await admin.category.insert({ body: { name: 'Świdry' } });
    const second = await admin.category.insert({ body: { name: 'Prasy' } });
    expect(await refusal(admin.category.insert({ body: { name: ' ŚWIDRY ' } }))).toMatchObject(exists);
    expect(await refusal(admin.category.update({ body: { id: second.id, name: 'świdry' } }))).toMatchObject(
      exists,
    );
    expect(await refusal(update(second.id, '[]', 'świdry'))).toMatchObject(exists);
    expect(await admin.category.update({ body: { id: first.id, name: 'ŚWIDRY' } })).toMatchObject({
      name: 'ŚWIDRY',
    });
    await (await app.as(await buildAdmin(app))).category.insert({ body: { name: 'Świdry' } });
  });

  it('is created once when ten add it at the same time', async () => {
    const added = await Promise.allSettled(
      Array.from({ length: 10 }, () => admin.category.insert({ body: { name: 'Windy' } })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is for admins to add, edit and delete', async () => {
    const { id } = await buildCategory(app, { accountId });
    const refused = { status: 403, code: 'NO_PERMISSION', message: 'No permission for this operation.' };
    expect(await refusal(technician.category.insert({ body: { name: 'Mine' } }))).toMatchObject(refused);
    expect(await refusal(technician.category.update({ body: { id, name: 'Mine' } }))).toMatchObject(refused);
    expect(await refusal(technician.category.delete({ params: { id } }))).toMatchObject(refused);
    await admin.category.delete({ params: { id } });
    expect(await refusal(admin.category.findById({ params: { id } }))).toMatchObject({ status: 404 });
  });

  it('cannot be deleted while it has machines', async () => {
    const { categoryId } = await buildDevice(app, { accountId });
    expect(await refusal(admin.category.delete({ params: { id: categoryId } }))).toMatchObject({
      status: 409,
      code: 'CATEGORY_IN_USE',
      message: expect.stringMatching(
        /^Categories associated with machines cannot be deleted\..* 1 machine\.$/,
      ),
      linked: { machines: 1, archivedMachines: 0 },
    });
  });

  it('counts its machines, and lists newest first', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    const { accountId } = owner;
    const pumps = await buildCategory(app, { accountId, name: 'Pumps' });
    const lifts = await buildCategory(app, { accountId, name: 'Lifts' });
    for (let i = 0; i < 3; i++) await buildDevice(app, { accountId, categoryId: pumps.id });
    const counts = (list: { name: string; count: number }[]) => list.map(({ name, count }) => [name, count]);
    expect(counts(await api.category.findAll())).toEqual([
      ['Lifts', 0],
      ['Pumps', 3],
    ]);
    const byCount = { body: { sort: { by: 'count', direction: 'desc' } } } as const;
    expect(counts((await api.category.search(byCount)).content)).toEqual([
      ['Pumps', 3],
      ['Lifts', 0],
    ]);
    expect(counts((await api.category.search({ body: { text: 'PÜMP' } })).content)).toEqual([['Pumps', 3]]);
    expect(lifts.id).toBeGreaterThan(pumps.id);
  });
});

describe('the service actions of a category', () => {
  it('are read even with the reserved phrase, and kept when the name changes', async () => {
    const old = 'Oil @dodatkowePola change';
    const { id } = await buildCategory(app, { accountId, serviceReviewOperations: [old] });
    expect(await admin.category.findById({ params: { id } })).toMatchObject({
      serviceReviewOperationsList: listOf(old),
    });
    expect(await admin.category.update({ body: { id, name: 'Named again' } })).toMatchObject({
      serviceReviewOperationsList: listOf(old),
    });
  });

  it('are replaced as a whole, in the given order, and stay if they are not sent', async () => {
    const { id } = await buildCategory(app, { accountId });
    const oil = 'Oil change\n@dodatkowePola{Amount+l;Type+}';
    expect(await update(id, listOf('Cleaning', oil))).toMatchObject({
      serviceReviewOperationsList: listOf('Cleaning', oil),
    });
    expect(await update(id, listOf(oil, 'Test run'))).toMatchObject({
      serviceReviewOperationsList: listOf(oil, 'Test run'),
    });
    expect(await admin.category.update({ body: { id, name: 'Renamed' } })).toMatchObject({
      name: 'Renamed',
      serviceReviewOperationsList: listOf(oil, 'Test run'),
    });
    expect(await update(id, '[]')).toMatchObject({ serviceReviewOperationsList: '[]' });
  });

  it.each([
    ['no JSON', 'Oil change', 'INVALID'],
    ['no list', '{"name":"Oil"}', 'INVALID'],
    ['not all texts', '["Oil",5]', 'INVALID'],
    ['not even text', 5, 'INVALID'],
    ['an action without a name', '["Oil"," "]', 'NAME_EMPTY'],
    ['a text that cannot be stored', '["a\\u0000b"]', 'INVALID'],
    ['a unit that cannot be stored', '["a\\n@dodatkowePola{b+\\u0000}"]', 'INVALID'],
    ['half a letter', '["a\\ud800"]', 'INVALID'],
    ['too many fields', listOf(`a\n@dodatkowePola{${'x+y;'.repeat(21)}}`), 'TOO_MANY'],
    ['a name with the reserved phrase', listOf('Oil @dodatkowePola change'), 'RESERVED_PHRASE'],
    [
      'the reserved phrase in a name with fields',
      listOf('a@dodatkowePola\n@dodatkowePola{b+}'),
      'RESERVED_PHRASE',
    ],
    ['fields that do not close', listOf('a\n@dodatkowePola{b+l'), 'RESERVED_PHRASE'],
    ['too long a name', listOf('x'.repeat(256)), 'MAX_255_CHARACTERS'],
  ])('are refused when they are %s, and stay as they were', async (_, list, code) => {
    const { id } = await buildCategory(app, { accountId, serviceReviewOperations: ['Cleaning'] });
    expect(await refusal(update(id, list))).toMatchObject({
      status: 400,
      fields: { serviceReviewOperationsList: code },
    });
    expect(await admin.category.findById({ params: { id } })).toMatchObject({
      serviceReviewOperationsList: listOf('Cleaning'),
    });
  });
});

it('gives its inspection interval to new machines that name none', async () => {
  const owner = await buildAdmin(app);
  const api = await app.as(owner);
  const customer = { id: (await buildCustomer(app, { accountId: owner.accountId })).id };
  const category = await api.category.insert({ body: { name: 'Presses', inspectionPeriodInMonths: 12 } });
  expect(category.inspectionPeriodInMonths).toBe(12);
  const add = async (given: { inspectionPeriodInMonths?: number | null } = {}) => {
    const id = await api.device.insert({
      body: { name: 'Press', category: { id: category.id }, customer, ...given },
    });
    return { id, interval: (await api.device.findById({ params: { id } })).inspectionPeriodInMonths };
  };
  const first = await add();
  expect(first.interval).toBe(12);
  expect((await add({ inspectionPeriodInMonths: 6 })).interval).toBe(6);
  expect((await add({ inspectionPeriodInMonths: null })).interval).toBeNull();
  expect(await refusal(add({ inspectionPeriodInMonths: 0 }))).toMatchObject({
    fields: { inspectionPeriodInMonths: 'FREQUENCY_NOT_POSITIVE' },
  });
  const { id, revision } = category;
  await api.category.update({ body: { id, revision, name: 'Presses', inspectionPeriodInMonths: 24 } });
  // Machines that are already there keep theirs, and a client that does not know the field changes nothing.
  await api.category.update({ body: { id, revision: revision + 1, name: 'Presses 2' } });
  expect(await api.device.findById({ params: { id: first.id } })).toMatchObject({
    inspectionPeriodInMonths: 12,
  });
  expect((await add()).interval).toBe(24);
});
