/** What waits on the phone is told above every screen, with what its user can do. */
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepEntry, listEntries, parkEntry } from '../offline/outbox/entries.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sessionUser } from '../testing/render-app.tsx';
import { renderTab } from '../testing/render-tab.tsx';
import { UnsentWork } from './unsent-work.tsx';

const user = sessionUser();
const owner = `${user.account.id}:${user.id}`;
const keep = (name: string) =>
  keepEntry({
    owner,
    group: (seq) => `note:${seq}`,
    method: 'post',
    path: '/api/deviceNote/insert',
    query: {},
    body: { text: name, device: { id: 5 } },
    upload: null,
    file: null,
    bytes: null,
    idempotencyKey: crypto.randomUUID(),
    writtenAfter: null,
    label: { kind: 'note', name },
    makes: false,
    answer: () => null,
  });

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

describe('Work that is not sent', () => {
  it('is listed with the reason of a refusal, and discarded only after a question', async () => {
    fakeServer({});
    await keep('Oil leaks');
    const { seq } = await keep('Belt worn');
    await parkEntry(seq, { code: 'NO_PERMISSION', status: 403, message: '', fields: {} });
    const { user: hand } = await renderTab(() => <UnsentWork />);
    expect(await screen.findByText('1 entry needs attention')).toBeVisible();
    await hand.click(screen.getByRole('button', { name: 'Show' }));
    const dialog = await screen.findByRole('dialog', { name: 'Not sent yet' });
    const [waiting, parked] = await within(dialog).findAllByRole('listitem');
    expect(waiting).toHaveTextContent('Waiting to be sent');
    expect(parked).toHaveTextContent('Needs attention: No permission for this operation.');
    expect(within(dialog).getByRole('button', { name: 'Send now' })).toBeDisabled();

    await hand.click(within(dialog).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this work?' });
    expect(await listEntries(owner)).toHaveLength(2);
    await hand.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await listEntries(owner)).toHaveLength(1), { timeout: 15_000 });
    expect(await screen.findByText('1 entry to send')).toBeVisible();
  });
});
