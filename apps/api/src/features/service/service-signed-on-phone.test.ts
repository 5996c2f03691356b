/** What a phone without a network hashes is what the server freezes, for any protocol. */
import { createHash } from 'node:crypto';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { ServiceInput } from '@servicebook/shared/service';
import { signedContentOf } from '@servicebook/shared/signed-content';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { contentOf } from '../../../../web/src/offline/outbox/content.ts';
import { writtenProtocol } from '../../../../web/src/offline/outbox/written-protocol.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
let technician: Api;
let accountId: number;

beforeAll(async () => {
  ({ accountId, technician } = await buildTeam(app));
});

/** The same protocols in every run. */
let state = 20_261_124;
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};
const oneOf = <Value>(...values: Value[]): Value => values[random(values.length)] as Value;
const several = <Value>(most: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: random(most + 1) }, (_, index) => make(index));
const text = () =>
  oneOf(
    '',
    ' Oil leaks ',
    'Zażółć\ngęślą „jaźń”',
    'Ölwechsel & Prüfung',
    'Проверено',
    '<b>5 < 6</b>',
    'ß🔧 '.repeat(400),
  );
const name = () => oneOf('Brake tested', ' Ölwechsel ', 'Проверка', 'Smar 5/8"');

function randomInput(customerId: number, machines: number[], people: number[]): z.input<typeof ServiceInput> {
  const [performer, ...others] = people.toSorted(() => random(3) - 1);
  const machine = () => ({ id: oneOf(...machines) });
  return {
    id: null,
    date: `2026-${oneOf('01', '06', '10')}-${oneOf('01', '15', '28')}T${oneOf('00:30', '12:00', '23:30')}:00.000Z`,
    type: oneOf(['REPAIR'], ['PERIODIC_INSPECTION'], ['PERIODIC_INSPECTION', 'REPAIR']),
    paymentType: oneOf('PAID', 'WARRANTY', 'UNDER_WARRANTOR_DECISION'),
    customer: { id: customerId },
    devices: machines.map((id) => ({ id })),
    faultDescription: text(),
    period: oneOf(-1, 6, 12, undefined),
    performedBy: performer ? { id: performer } : null,
    alsoPerformedBy: others.slice(0, random(2)).map((id) => ({ id })),
    actions: several(6, () => ({
      device: machine(),
      name: name(),
      quantity: oneOf(1, 2.5, 0),
      fields: several(3, (index) => ({
        name: `Value ${index}`,
        value: oneOf('', ' 2,5 ', '-18'),
        unit: oneOf('', 'mm', '°C'),
        ...oneOf({}, { reason: 'no access' }),
      })),
    })),
    remarks: text(),
    recommendations: text(),
    workMinutes: oneOf(null, 0, 90, undefined),
    travelMinutes: oneOf(null, 45),
    kilometres: oneOf(null, 12.5, 0),
    results: machines.slice(random(2)).map((id) => ({
      device: { id },
      result: oneOf(null, 'PASSED', 'FAILED'),
      statusAfter: oneOf(null, 'OK'),
    })),
    partsUsed: several(3, () => ({
      device: oneOf(null, machine()),
      name: ' Seal ',
      number: oneOf('', 'A-7'),
      quantity: oneOf(1, 0.125, 12),
      unit: oneOf('', 'l'),
    })),
  };
}

it('is the same hash for 100 of 100 protocols', { timeout: 120_000 }, async () => {
  const company = await technician.company.getAccount();
  const people = await technician.employee.findAllFlatRoles();
  const author = await technician.user.checkAuth();
  const places = [
    { country: 'DE', language: 'de', city: 'Berlin', streetAddress: ' Weg 1 ' },
    { country: 'PL', language: null, city: 'Łódź', zipCode: '90-001', email: 'mill@example.com' },
    { country: '', language: 'ru', city: '' },
    { country: 'IT', language: 'it', streetAddress: 'Via Roma 1' },
    { country: 'ES', language: 'es' },
    { country: 'GB', language: 'en', city: 'Leeds' },
  ];
  const customers = await Promise.all(
    places.map(async (place) => {
      const { id } = await buildCustomer(app, { accountId, ...place });
      const machines = await Promise.all(
        ['PL', 'DE', ''].map((country, index) =>
          buildDevice(app, {
            accountId,
            customerId: id,
            country,
            city: oneOf('', 'Kraków'),
            yearBuilt: oneOf(null, 1999 + index),
          }),
        ),
      );
      return {
        customer: await technician.customer.findById({ params: { id } }),
        machines: await Promise.all(
          machines.map((machine) => technician.device.findById({ params: { id: machine.id } })),
        ),
      };
    }),
  );
  let equal = 0;
  for (let turn = 0; turn < 100; turn++) {
    const { customer, machines: all } = oneOf(...customers);
    const machines = all.slice(random(all.length));
    const body = randomInput(
      customer.id,
      machines.map(({ id }) => id),
      people.map(({ id }) => id),
    );
    const { id } = await technician.service.add({ body });
    const attachments: NonNullable<ProtocolSnapshot['attachments']> = [];
    for (const content of several(turn % 4 === 0 ? 2 : 0, (index) => `${turn} ${index} ${text()}`)) {
      const filename = `${oneOf('Zdjęcie 1', 'note')}.txt`;
      const file = new Blob([content]);
      await technician.service.addFile({ params: { serviceId: id }, query: {}, file, fileName: filename });
      const sha256 = createHash('sha256').update(content).digest('hex');
      attachments.push({ filename, contentType: 'text/plain', size: file.size, sha256 });
    }
    const facts = { customer, people, before: null, author, timezone: company.timezone };
    const written = writtenProtocol(-1, ServiceInput.parse(body), { ...facts, devices: machines });
    const onPhone = contentOf(written, {
      company,
      customer,
      machines,
      people,
      attachments,
      logoKey: null,
    });
    const { snapshot } = await technician.serviceSigning.toSign({ params: { id } });
    const hash = (of: typeof snapshot) => canonicalJson(signedContentOf(of)).sha256;
    expect(signedContentOf(onPhone)).toEqual(signedContentOf(snapshot));
    if (hash(onPhone) === hash(snapshot)) equal++;
  }
  expect(equal).toBe(100);
});
