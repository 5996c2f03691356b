import type { Export } from '@servicebook/shared/export';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const made = (given: Partial<Export> = {}): Export => ({
  id: 4,
  kind: 'ACCOUNT_DATA',
  status: 'WAITING',
  errorCode: null,
  done: 0,
  total: 0,
  filename: '',
  size: null,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
  deviceId: null,
  ...given,
});
const ready = made({
  status: 'DONE',
  done: 45,
  total: 45,
  filename: 'Example Service – all data 2026-11-20.zip',
  size: 3_400_000,
  expiresAt: '2026-11-21T10:05:00Z',
});

const server = (handlers: Parameters<typeof fakeServer>[0]) =>
  fakeServer({
    'GET /api/user/sessions': { body: [] },
    'GET /api/user/signInMethods': { body: { password: true, google: false } },
    ...handlers,
  });
const open = (query = '', role: 'ROLE_ADMIN' | 'ROLE_USER' = 'ROLE_ADMIN') =>
  renderApp(`/myAccount?tab=management${query}`, sessionUser(role));
const section = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Export your data' })).closest('section') as HTMLElement,
  );

describe('Download all data', () => {
  it('is requested, shows its progress, and can be downloaded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [
      [],
      [made({ status: 'RUNNING', done: 9, total: 45 })],
      [made({ status: 'RUNNING', done: 30, total: 45 })],
      [ready],
    ];
    server({
      'GET /api/export/findAll': () => ({ body: answers.length > 1 ? answers.shift() : answers[0] }),
      'POST /api/export/accountData': { body: made() },
    });
    const { user } = await open();
    const card = await section();
    await user.click(await card.findByRole('button', { name: 'Download all data' }));
    expect(await card.findByText('The archive is in the queue.')).toBeVisible();
    expect(card.getByText(/You can leave this page/)).toBeVisible();
    expect(card.getByRole('button')).toHaveTextContent('Stop creating it');
    await vi.advanceTimersByTimeAsync(1600);
    expect(await card.findByText('The archive is being created: 20 %')).toBeVisible();
    expect(card.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '20');
    await vi.advanceTimersByTimeAsync(3200);
    const link = await card.findByRole('link', { name: 'Download archive' });
    expect(link).toHaveAttribute('href', '/api/export/download/4');
    expect(link).toHaveAttribute('download', ready.filename);
    expect(card.getByText(/3\.4 MB/)).toBeVisible();
    expect(card.getByText('It can be downloaded until 21 Nov 2026, 11:05.')).toBeVisible();
    expect(card.getByRole('button', { name: 'Create a new archive' })).toBeEnabled();
    vi.useRealTimers();
  });

  it('shows the archive linked in the mail, or says that it has expired', async () => {
    server({ 'GET /api/export/findAll': { body: [made({ id: 5, status: 'FAILED' }), ready] } });
    await open('&export=4');
    expect(await (await section()).findByRole('link', { name: 'Download archive' })).toBeVisible();
  });

  it('says that yesterday’s archive has expired', async () => {
    server({ 'GET /api/export/findAll': { body: [] } });
    await open('&export=4');
    expect(await (await section()).findByText(/no longer available/)).toBeVisible();
  });

  it('says why it could not be created, and offers a retry', async () => {
    server({
      'GET /api/export/findAll': { body: [made({ status: 'FAILED', errorCode: 'STORAGE_FULL' })] },
      'POST /api/export/accountData': refusal(429, 'EXPORT_LIMIT'),
    });
    const { user } = await open();
    const card = await section();
    expect(await card.findByText('The archive could not be created.')).toBeVisible();
    expect(
      card.getByText('The server has no space left, so nothing was saved. Try again later.'),
    ).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Create a new archive' }));
    expect(await card.findByText(/^Too many exports/)).toBeVisible();
  });

  it('is not offered to technicians', async () => {
    const { requests } = server({});
    await open('', 'ROLE_USER');
    await screen.findByRole('heading', { name: 'Change password' });
    expect(screen.queryByRole('heading', { name: 'Export your data' })).toBeNull();
    await waitFor(() => expect(requests.map(({ call }) => call)).toContain('GET /api/user/sessions'));
    expect(requests.map(({ call }) => call)).not.toContain('GET /api/export/findAll');
  });
});
