import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice } from '../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let accountId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
});

interface Stored {
  id: number;
  revision: number;
}
interface Change {
  id: number;
  revision?: number;
  idempotencyKey?: string;
}
interface Kind {
  build: () => Promise<{ id: number }>;
  find: (id: number) => Promise<Stored>;
  /** Writes `name` where the kind of record shows its name. */
  rename: (change: Change, name: string) => Promise<Stored>;
  nameOf: (stored: Stored) => unknown;
}

const at = ({ id, revision }: Stored): Change => ({ id, revision });

const kinds: Record<string, Kind> = {
  customer: {
    build: () => buildCustomer(app, { accountId }),
    find: (id) => admin.customer.findById({ params: { id } }),
    rename: ({ idempotencyKey, ...change }, fullName) =>
      admin.customer.update({
        body: { ...change, shortName: `Short ${change.id}`, fullName },
        idempotencyKey,
      }),
    nameOf: (stored) => 'fullName' in stored && stored.fullName,
  },
  category: {
    build: () => buildCategory(app, { accountId }),
    find: (id) => admin.category.findById({ params: { id } }),
    rename: ({ idempotencyKey, ...change }, name) =>
      admin.category.update({ body: { ...change, name }, idempotencyKey }),
    nameOf: (stored) => 'name' in stored && stored.name,
  },
  device: {
    build: () => buildDevice(app, { accountId }),
    find: (id) => admin.device.findById({ params: { id } }),
    rename: async ({ idempotencyKey, ...change }, name) => {
      const { category, customer } = await admin.device.findById({ params: { id: change.id } });
      const body = { ...change, name, category: { id: category.id }, customer: { id: customer.id } };
      return admin.device.update({ body, idempotencyKey });
    },
    nameOf: (stored) => 'name' in stored && stored.name,
  },
};

describe.each(Object.entries(kinds))('a %s changed by two users', (_, { build, find, rename, nameOf }) => {
  it('keeps the first change and refuses one based on older data, with a message', async () => {
    const read = await find((await build()).id);
    const first = await rename(at(read), 'First');
    expect(first.revision).toBe(read.revision + 1);
    expect(await refusal(rename(at(read), 'Second'))).toMatchObject({
      status: 409,
      code: 'RECORD_CHANGED',
      message: expect.stringContaining('in the meantime'),
    });
    expect(nameOf(await find(read.id))).toBe('First');
    expect(nameOf(await rename(at(first), 'Second'))).toBe('Second');
  });

  it('accepts one of twenty changes based on the same revision', async () => {
    const read = await find((await build()).id);
    const names = Array.from({ length: 20 }, (_, index) => `Change ${read.id}-${index}`);
    const stored: Stored[] = [];
    const refused = await Promise.all(
      names.map(async (name) => {
        try {
          stored.push(await rename(at(read), name));
          return [];
        } catch (error) {
          return [(await refusal(Promise.reject(error))).code];
        }
      }),
    );
    expect(refused.flat()).toEqual(Array(19).fill('RECORD_CHANGED'));
    expect(stored).toEqual([await find(read.id)]);
  });

  it('can be changed without a revision, like the specified client does', async () => {
    const { id } = await find((await build()).id);
    await rename({ id }, `Any ${id}`);
    expect(nameOf(await rename({ id }, `Other ${id}`))).toBe(`Other ${id}`);
  });

  it('does not mistake a retry after a lost answer for another user’s change', async () => {
    const { id, revision } = await find((await build()).id);
    const repeat = () => rename({ id, revision, idempotencyKey }, `Repeated ${id}`);
    const idempotencyKey = crypto.randomUUID();
    const once = await repeat();
    expect(await repeat()).toEqual(once);
  });
});
