/** The text to read and the facts to confirm before a signature. */
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildService, buildTeam, buildUser } from '../../testing/builders.ts';
import { bodyOf, drawnPicture, readVersion, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const newProtocol = async (given: Partial<Parameters<typeof buildService>[1]> = {}) =>
  (await buildService(app, { accountId, userId, ...given })).id;
const toSign = (id: number, api = technician) => api.serviceSigning.toSign({ params: { id } });

describe('the text read before signing', () => {
  it('is the content that is signed, in the customer’s language', async () => {
    const customer = await buildCustomer(app, { accountId, language: 'ru' });
    const device = await buildDevice(app, { accountId, customerId: customer.id });
    const id = await newProtocol({ deviceId: device.id, faultDescription: 'Leaks', period: 6 });
    const read = await toSign(id);
    expect(read.snapshot).toMatchObject({ language: 'ru', faultDescription: 'Leaks', signature: null });
    await signProtocol(technician, id, {
      revision: read.revision,
      performedBy: { id: read.performedBy },
      date: `${read.snapshot.date}T00:00:00`,
    });
    const frozen = JSON.parse((await readVersion(app, accountId, id)).snapshot);
    const { state, version, signature, technician: signedBy, ...words } = frozen;
    expect(read.snapshot).toMatchObject(words);
    expect(read.performers).toContainEqual(
      expect.objectContaining({ id: read.performedBy, ...named(signedBy) }),
    );
  });

  it.each([
    ['the customer is renamed', 'customer'],
    ['a photo is marked for the document', 'photo'],
    ['a file is removed', 'file'],
  ] as const)('is not signed any more when %s', async (_, changed) => {
    const { id: customerId } = await buildCustomer(app, { accountId });
    const device = await buildDevice(app, { accountId, customerId });
    const id = await newProtocol({ deviceId: device.id });
    const { fileDtos } = await technician.service.addFile({
      params: { serviceId: id },
      file: new Blob([new Uint8Array(await drawnPicture())]),
      fileName: 'leak.png',
    });
    const fileId = fileDtos[0]?.id ?? 0;
    const { revision, contentSha256 } = await toSign(id);
    const change = {
      customer: () =>
        app.deps.db
          .of({ accountId })
          .customer.updateMany({ where: { id: customerId }, data: { city: 'Gdynia' } }),
      photo: () => technician.service.printFile({ params: { fileId }, body: { print: true } }),
      file: () => technician.service.deleteFile({ params: { fileId } }),
    };
    await change[changed]();
    const sign = (read: Pick<ProtocolToSign, 'revision' | 'contentSha256'>) =>
      signProtocol(technician, id, { revision: read.revision, contentSha256: read.contentSha256 });
    expect(await refusal(sign({ revision, contentSha256 }))).toMatchObject({ code: 'SERVICE_CHANGED' });
    await sign(await toSign(id));
  });

  it.each([
    ['IT', 'Seestraße 3, 39012 Meran, Italien'],
    ['DE', 'Seestraße 3, 39012 Meran'],
    ['', 'Seestraße 3, 39012 Meran'],
  ])('names the machine’s country where the customer’s is another: %s', async (country, address) => {
    const { id: customerId } = await buildCustomer(app, { accountId, language: 'de', country: 'DE' });
    const place = { streetAddress: 'Seestraße 3', zipCode: '39012', city: 'Meran', country };
    const device = await buildDevice(app, { accountId, customerId, ...place });
    const { snapshot } = await toSign(await newProtocol({ deviceId: device.id }));
    expect(snapshot.machines).toMatchObject([{ address }]);
  });

  it('comes with the company’s current day, and the possible performers', async () => {
    const gone = await buildUser(app, { accountId, active: false });
    const { today, performers } = await toSign(await newProtocol());
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(performers.map(({ id }) => id)).toContain(userId);
    expect(performers.map(({ id }) => id)).not.toContain(gone.id);
    const left = await newProtocol({ userId: gone.id });
    expect((await toSign(left)).performers.map(({ id }) => id)).toContain(gone.id);
  });
});

const named = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({ firstName, lastName });

describe('the last signers', () => {
  it('are offered for the same customer only, latest first, each name once', async () => {
    const [one, other] = [
      await buildDevice(app, { accountId, customerId: (await buildCustomer(app, { accountId })).id }),
      await buildDevice(app, { accountId, customerId: (await buildCustomer(app, { accountId })).id }),
    ];
    const signed = async (deviceId: number, signerName: string, signerRole: string, signedAt: string) => {
      const id = await newProtocol({ deviceId });
      await signProtocol(technician, id, { signerName, signerRole, signedAt });
    };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await signed(other.id, 'Somebody Else', '', minutesAgo(1));
    await signed(one.id, 'Jan Nowak', 'Deputy', minutesAgo(9));
    await signed(one.id, 'Ewa Lis', 'Foreman', minutesAgo(8));
    await signed(one.id, 'jan nowak', 'Plant manager', minutesAgo(7));
    const paper = await newProtocol({ deviceId: one.id });
    await technician.service.add({ body: { ...(await bodyOf(admin, paper)), isToSign: true } });

    const { signers } = await toSign(await newProtocol({ deviceId: one.id }));
    expect(signers).toEqual([
      { signerName: 'jan nowak', signerRole: 'Plant manager' },
      { signerName: 'Ewa Lis', signerRole: 'Foreman' },
    ]);
  });

  it('are empty if nobody signed on the screen', async () => {
    expect((await toSign(await newProtocol())).signers).toEqual([]);
  });
});
