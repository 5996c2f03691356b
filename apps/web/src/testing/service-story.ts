/** The machine, the protocols and the fake server that the tests of protocols share. */
import type { Device } from '@servicebook/shared/device';
import type { ServiceHistoryRow } from '@servicebook/shared/past-service';
import { toPage } from '@servicebook/shared/primitives';
import type { FileDto, ServiceProtocol } from '@servicebook/shared/service';
import { formatServiceActions } from '@servicebook/shared/service-action';
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { type AxiosAdapter, CanceledError } from 'axios';
import { beforeEach, expect } from 'vitest';
import type { FakeRequest, fakeServer } from './fake-server.ts';
import { sessionUser } from './render-app.tsx';
import { press as anyPress, renderTab } from './render-tab.tsx';
// Loaded before the tests, so that loading it on a busy machine does not use up their timeouts.
import '../features/service/service-dialog.tsx';
import { dropDraft, listDrafts } from '../features/service/service-draft.ts';
import { http } from '../lib/api-client.ts';
import { ServiceTabStory } from './service-tab-story.tsx';

export const press: Device = { ...anyPress, city: 'Poznań', inspectionPeriodInMonths: 6 };

export const saw: Device = { ...press, id: 6, name: 'Band saw', serialNumber: 'BS-1' };

const actions = [
  { name: 'Oil change', fields: [{ name: 'Amount', unit: 'l' }] },
  { name: 'Check the guard', fields: [] },
];
const category = {
  id: 2,
  name: 'Presses',
  count: 1,
  inspectionPeriodInMonths: null,
  serviceReviewOperationsList: formatServiceActions(actions),
};

export const protocol: ServiceProtocol = {
  id: 31,
  date: '2026-11-03T08:15:00.000Z',
  number: 25,
  numberExtension: 'A',
  month: 11,
  year: 2026,
  fullNumber: '25A',
  devices: [{ id: 5, name: 'Hydraulic press', serialNumber: '' }],
  type: ['REPAIR'],
  paymentType: 'PAID',
  faultDescription: 'The pump leaks.',
  period: -1,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  alsoPerformedBy: [],
  userCreated: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  state: 'NEW',
  fileDtos: [],
  customer: press.customer,
  isToSign: false,
  actions: [],
  remarks: '',
  recommendations: '',
  workMinutes: null,
  travelMinutes: null,
  kilometres: null,
  results: [],
  partsUsed: [],
  version: 0,
  signature: null,
  withdrawn: null,
  signRequest: null,
  revision: 1,
  todo: null,
  visitId: null,
};
export const signed: ServiceProtocol = {
  ...protocol,
  state: 'SIGNED',
  isToSign: true,
  version: 1,
  signature: {
    ...{ kind: 'DRAWN', signerName: 'Jan Kowal', signerRole: 'Foreman' },
    signedAt: '2026-11-03T09:00:00.000Z',
  },
};

/** A photo that a colleague attached. */
export const photo: FileDto = {
  id: 1,
  filename: 'leak.png',
  key: 'k',
  contentType: 'image/png',
  size: 7,
  sha256: '0'.repeat(64),
  userId: 1,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  createdAt: '2026-11-03T08:20:00.000Z',
  print: false,
  signedVersion: null,
};

/** The list of all protocols, and that of one machine. */
export const search = 'POST /api/service/search';
export const history = 'POST /api/pastService/history';
export const add = 'POST /api/service/add';
export const one = 'GET /api/service/findById/31';
export const page = (...rows: ServiceProtocol[]) => ({
  body: toPage(
    rows.map((each): ServiceHistoryRow => ({ protocol: each, past: null })),
    rows.length,
    0,
    15,
  ),
});
export const machine = {
  'GET /api/device/findById/5': { body: press },
  'GET /api/device/findById/6': { body: saw },
  'GET /api/category/findById/2': { body: category },
  'GET /api/device/get-last-signed-periodic-inspection': { body: null },
  'POST /api/device/search': { body: toPage([saw, press], 2, 0, 50) },
  'GET /api/user/findAllFlatRoles': {
    body: [
      { id: 1, firstName: 'Anna', lastName: 'Nowak', active: true, roles: [] },
      { id: 9, firstName: 'Ewa', lastName: 'Lis', active: true, roles: [] },
      { id: 10, firstName: 'Jan', lastName: 'Dawny', active: false, roles: [] },
    ],
  },
  [history]: page(),
};

/** The JSON part of a sent form. */
export const jsonOf = (body: unknown, field = 'serviceJson') =>
  JSON.parse((body as FormData).get(field) as string);
export const sent = (server: ReturnType<typeof fakeServer>) => server.sentTo(add).map((body) => jsonOf(body));
/** Answers like the server, with the protocol it was sent. */
export const storing = ({ body }: FakeRequest) => {
  const input = jsonOf(body);
  return {
    body: {
      ...protocol,
      ...input,
      id: input.id ?? 31,
      number: input.number || 26,
      period: input.period ?? -1,
      fullNumber: '26',
      devices: protocol.devices,
      customer: press.customer,
      revision: (input.revision ?? 0) + 1,
      state: input.isToSign ? 'SIGNED' : 'NEW',
      version: input.isToSign ? 1 : 0,
      todo: null,
    },
  };
};

export const open = (user = sessionUser('ROLE_USER')) => renderTab(ServiceTabStory, user, press);
export type User = Awaited<ReturnType<typeof open>>['user'];
export const startNew = async (user: User) => {
  await user.click((await screen.findAllByRole('button', { name: 'New protocol' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  // The form appears after the drafts of this device are read.
  await within(dialog).findByRole('button', { name: 'Save' });
  return dialog;
};
export const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Save' });
export const repair = (dialog: HTMLElement) => within(dialog).findByRole('checkbox', { name: 'Repair' });

/** A new repair in which a photo, leak.png, was chosen. */
export async function newRepairWithPhoto() {
  const { user } = await open();
  const dialog = await startNew(user);
  await user.click(await repair(dialog));
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input');
  await user.upload(input, new File(['picture'], 'leak.png', { type: 'image/png' }));
  await within(dialog).findByText('leak.png');
  return { user, dialog };
}

/** The first uploads go on until they are given up. @returns the keys of all uploads */
export function holdUploads(held = 1): unknown[] {
  const keys: unknown[] = [];
  const answer = http.defaults.adapter as AxiosAdapter;
  http.defaults.adapter = (config) => {
    if (!config.url?.includes('addFile')) return answer(config);
    keys.push(config.headers.get('Idempotency-Key'));
    if (keys.length > held) return answer(config);
    return new Promise((_, reject) => {
      config.signal?.addEventListener?.('abort', () => reject(new CanceledError()));
    });
  };
  return keys;
}

/** Every test starts without the drafts of the one before. */
export const forgetDrafts = () =>
  beforeEach(async () => {
    for (const { key } of await listDrafts({ accountId: 1, userId: 1 })) await dropDraft(key);
  });
