import { describe, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildBranch, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
const place = { latitude: '51.77', longitude: '19.46' };

describe('branches', () => {
  it('are added, changed and listed, newest first, with their place as text', async () => {
    const { admin, technician } = await buildTeam(app);
    const first = await admin.branch.insert({
      body: {
        name: ' Łódź ',
        street: 'ul. Przykładowa 1',
        zipCode: '90-002',
        city: 'Łódź',
        country: 'PL',
        phone: '+48 000 000 000',
        email: 'Lodz@Example.com',
        www: 'www.example.com',
        description: 'Workshop',
        ...place,
      },
    });
    expect(first).toMatchObject({ name: 'Łódź', email: 'lodz@example.com', country: 'PL', ...place });
    const second = await admin.branch.insert({
      body: { id: null, name: 'Berlin', latitude: 52.5, longitude: -13 },
    });
    expect(second).toMatchObject({ name: 'Berlin', latitude: '52.5', longitude: '-13', street: '' });
    const moved = await admin.branch.insert({ body: { id: first.id, name: 'Łódź 2', ...place } });
    expect(moved).toMatchObject({ id: first.id, name: 'Łódź 2' });
    expect((await technician.branch.getAll()).map(({ name }) => name)).toEqual(['Berlin', 'Łódź 2']);
  });

  it('need a name and a place on the map', async () => {
    const admin = await app.as(await buildAdmin(app));
    const refused = (body: Parameters<typeof admin.branch.insert>[0]['body']) =>
      refusal(admin.branch.insert({ body }));
    expect(await refused({ name: ' ', ...place })).toMatchObject({
      status: 400,
      fields: { name: 'ENTER_NAME' },
    });
    expect(await refused({ name: 'Nowhere', latitude: '', longitude: null })).toMatchObject({
      status: 400,
      fields: { latitude: 'SELECT_LOCALIZATION_ON_MAP', longitude: 'SELECT_LOCALIZATION_ON_MAP' },
    });
    for (const latitude of ['north', '91', -90.5, 'Infinity'])
      expect(await refused({ name: 'Off the earth', latitude, longitude: '0' })).toMatchObject({
        status: 400,
        fields: { latitude: 'INVALID' },
      });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'ask at the desk'])(
    'have no website %j',
    async (www) => {
      const { admin } = await buildTeam(app);
      expect(await refusal(admin.branch.insert({ body: { name: 'Łódź', ...place, www } }))).toMatchObject({
        status: 400,
        fields: { www: 'INCORRECT_WEBSITE' },
      });
    },
  );

  it('are changed by admins', async () => {
    const { accountId, technician } = await buildTeam(app);
    const { id, name } = await buildBranch(app, { accountId });
    const forbidden = { status: 403, code: 'NO_PERMISSION' };
    expect(await refusal(technician.branch.delete({ params: { id } }))).toMatchObject(forbidden);
    expect(await refusal(technician.branch.insert({ body: { id, name: 'Mine', ...place } }))).toMatchObject(
      forbidden,
    );
    expect(await technician.branch.getAll()).toMatchObject([{ id, name }]);
  });

  it('are added once, however often the answer is lost', async () => {
    const admin = await app.as(await buildAdmin(app));
    const request = { body: { name: 'Once', ...place }, idempotencyKey: crypto.randomUUID() };
    const added = await admin.branch.insert(request);
    expect(await admin.branch.insert(request)).toEqual(added);
    expect(await admin.branch.getAll()).toHaveLength(1);
  });

  it('are recorded in the log', async () => {
    const admin = await app.as(await buildAdmin(app));
    const { id } = await admin.branch.insert({ body: { name: 'Old', ...place } });
    await admin.branch.insert({ body: { id, name: 'New', ...place } });
    await admin.branch.insert({ body: { id, name: 'New', ...place } });
    await admin.branch.delete({ params: { id } });
    const { content } = await admin.log.search({ body: {} });
    expect(content.map(({ formattedMessage, changes }) => ({ formattedMessage, changes }))).toEqual([
      { formattedMessage: 'Deleted: branch “New”', changes: [] },
      {
        formattedMessage: 'Changed: branch “New”',
        changes: [{ field: 'name', before: 'Old', after: 'New' }],
      },
      { formattedMessage: 'Created: branch “Old”', changes: [] },
    ]);
    expect(await refusal(admin.branch.delete({ params: { id } }))).toMatchObject({ status: 404 });
  });
});
