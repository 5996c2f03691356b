import type { Device } from '@servicebook/shared/device';
import type { DossierPreview } from '@servicebook/shared/dossier';
import type { Export } from '@servicebook/shared/export';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import { DossierDialog } from './dossier-dialog.tsx';

const preview: DossierPreview = {
  language: 'de',
  gaps: [],
  totals: { required: 9, onTime: 8, late: 1, missing: 0 },
  inspections: 7,
  past: 2,
  others: 3,
  ofOtherCustomers: 0,
};
const made: Export = {
  id: 4,
  kind: 'WARRANTY_DOSSIER',
  status: 'DONE',
  deviceId: 5,
  errorCode: null,
  done: 14,
  total: 14,
  filename: 'Warranty dossier Hydraulic press 2026-11-21.zip',
  size: 3_400_000,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-21T10:05:00Z',
};
const server = (given: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/device/dossier/5': { body: preview },
    'GET /api/export/findAll': { body: [] },
    ...given,
  });

const Dialog = ({ device }: { device: Device }) => <DossierDialog device={device} onClose={() => {}} />;

async function open(role: 'ROLE_ADMIN' | 'ROLE_USER' = 'ROLE_ADMIN') {
  await i18n.loadNamespaces('export');
  const { user } = await renderTab(Dialog, sessionUser(role));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Warranty dossier' })) };
}

it('tells what it will say, is asked for in the language of the customer, and can be downloaded', async () => {
  const answers: Export[][] = [[], [made]];
  const { requests } = server({
    'GET /api/export/findAll': () => ({ body: answers.length > 1 ? answers.shift() : answers[0] }),
    'POST /api/export/dossier': { body: made },
  });
  const { user, dialog } = await open('ROLE_USER');
  expect(await dialog.findByText('8 of 9')).toBeVisible();
  expect(dialog.getByLabelText('Language of the dossier')).toHaveValue('de');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  expect(dialog.queryByRole('note')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Create archive' }));
  const link = await dialog.findByRole('link', { name: 'Download archive' });
  expect(link).toHaveAttribute('download', made.filename);
  expect(requests.find(({ call }) => call === 'POST /api/export/dossier')?.body).toEqual({
    id: 5,
    language: 'de',
    withOtherCustomers: false,
  });
});

it('says what to fill in first, and leaves other customers’ protocols out unless they are wanted', async () => {
  const { requests } = server({
    'GET /api/device/dossier/5': {
      body: { ...preview, gaps: ['TRANSFER_DATE', 'INTERVAL'], ofOtherCustomers: 2 },
    },
    'POST /api/export/dossier': refusal(429, 'EXPORT_LIMIT'),
  });
  const { user, dialog } = await open();
  const note = within(await dialog.findByRole('note'));
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Handover date',
    'Inspection interval',
  ]);
  await user.click(dialog.getByRole('checkbox', { name: 'Include these protocols too' }));
  await user.selectOptions(dialog.getByLabelText('Language of the dossier'), 'English');
  await user.click(dialog.getByRole('button', { name: 'Create archive' }));
  expect(await dialog.findByText(/^Too many exports/)).toBeVisible();
  expect(requests.find(({ call }) => call === 'POST /api/export/dossier')?.body).toEqual({
    id: 5,
    language: 'en',
    withOtherCustomers: true,
  });
});

it('lists earlier dossiers of this machine, and of no other', async () => {
  server({ 'GET /api/export/findAll': { body: [{ ...made, id: 9, deviceId: 6 }, made] } });
  const { dialog } = await open();
  const [link, ...more] = await dialog.findAllByRole('link', { name: 'Download archive' });
  expect(link).toHaveAttribute('href', '/api/export/download/4');
  expect(more).toEqual([]);
});
