import type { ServiceProtocol } from '@servicebook/shared/service';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient, refetchAll } from '../../lib/query-client.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { planningVisit } from '../../testing/planning-samples.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import {
  add,
  forgetDrafts,
  history,
  machine,
  one,
  open,
  page,
  protocol,
  save,
  sent,
  signed,
  storing,
} from '../../testing/service-story.ts';

forgetDrafts();

describe('A stored protocol', () => {
  const opened = async (stored: ServiceProtocol, user = sessionUser('ROLE_USER'), more = {}) => {
    const server = fakeServer({
      ...machine,
      [history]: page(stored),
      [one]: { body: stored },
      'GET /api/service/versions/31': { body: [version] },
      ...more,
    });
    const app = await open(user);
    await app.user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    return { ...app, server, dialog: await screen.findByRole('dialog', { name: 'Protocol 25A/11/2026' }) };
  };
  const version = {
    version: 1,
    createdAt: '2026-11-03T09:00:00.000Z',
    user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
    signature: signed.signature,
    snapshotSha256: 'abcdef0123456789'.repeat(4),
    readSha256: '3f2a9c1e'.repeat(8),
    differences: [],
    attachments: [],
    pdfSha256: '0123456789abcdef'.repeat(4),
  };

  it('is never called a new one, also if it is gone', async () => {
    fakeServer({ ...machine, [history]: page(protocol), [one]: refusal(404, 'NOT_FOUND') });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Service protocol' });
    await within(dialog).findByText(/no longer exists/);
    expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows its changes with their users on request', async () => {
    const change = {
      id: 5,
      at: '2026-11-04T09:00:00.000Z',
      who: 'anna@example.com',
      kind: 'CHANGED',
      file: '',
      changes: [{ field: 'faultDescription', before: 'Belt torn', after: 'Belt worn' }],
    };
    const { user, dialog } = await opened(protocol, undefined, {
      'GET /api/log/changes/service/31': { body: [change] },
    });
    await user.click(await within(dialog).findByText('Changes'));
    expect(await within(dialog).findByText('Belt torn')).toBeVisible();
    expect(within(dialog).getByText('Belt worn')).toBeVisible();
  });

  it.each([
    ['that is open', protocol, 'Show the visit · 2 files · 1 note'],
    ['that is signed', signed, 'Show the visit'],
  ])('%s leads to the visit it was written on', async (_, stored, name) => {
    const visit = planningVisit({ id: 9, files: 2, notes: 1 });
    const { dialog } = await opened({ ...stored, visitId: 9 }, undefined, {
      'GET /api/visit/findById/9': { body: visit },
    });
    expect(await within(dialog).findByRole('link', { name })).toHaveAttribute('href', '/visit?id=9');
  });

  it('shows another user’s changes, and keeps the input', async () => {
    const theirs = { ...protocol, faultDescription: 'Theirs', paymentType: 'WARRANTY' as const, revision: 2 };
    const { user, dialog, server } = await opened(protocol, undefined, {
      [add]: refusal(409, 'SERVICE_CHANGED'),
    });
    const fault = await within(dialog).findByLabelText('Fault description');
    await user.clear(fault);
    await user.type(fault, 'Mine');
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/This protocol has been changed in the meantime/)).toBeVisible();

    server.handlers[one] = { body: theirs };
    await user.click(within(dialog).getByRole('button', { name: 'Add the other changes' }));
    expect(await within(dialog).findByText(/These fields were changed on both sides/)).toBeVisible();
    expect(within(dialog).getByLabelText('Fault description')).toHaveValue('Mine');
    expect(within(dialog).getByLabelText('Payment')).toHaveValue('WARRANTY');
    expect(within(dialog).getByText('Theirs')).toBeVisible();

    server.handlers[add] = storing;
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    expect(sent(server)[1]).toMatchObject({ faultDescription: 'Mine', paymentType: 'WARRANTY', revision: 2 });
  });

  it('merges the actions of two technicians, and asks only about the line that both changed', async () => {
    const action = (name: string, value?: string) => ({
      device: { id: 5 },
      name,
      quantity: 1,
      fields: value ? [{ name: 'Amount', unit: 'l', value }] : [],
    });
    const theirs = {
      ...protocol,
      actions: [action('Oil change', '5'), action('Ropes measured')],
      revision: 2,
    };
    const { user, dialog, server } = await opened(protocol, undefined, {
      [add]: refusal(409, 'SERVICE_CHANGED'),
    });
    const oil = await within(dialog).findByRole('checkbox', { name: 'Oil change' });
    await user.click(oil);
    await user.type(within(dialog).getByLabelText('Oil change: Amount, l'), '4');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Check the guard' }));
    await user.click(save(dialog));
    server.handlers[one] = { body: theirs };
    await user.click(await within(dialog).findByRole('button', { name: 'Add the other changes' }));

    expect(await within(dialog).findByDisplayValue('Ropes measured')).toBeVisible();
    expect(within(dialog).getByRole('checkbox', { name: 'Check the guard' })).toBeChecked();
    expect(within(dialog).getByLabelText('Oil change: Amount, l')).toHaveValue('4');
    expect(within(dialog).getByText('× 1 · Amount: 5 l')).toBeVisible();
    expect(within(dialog).getAllByRole('button', { name: /^Use this/ })).toHaveLength(1);

    server.handlers[add] = storing;
    await user.click(within(dialog).getByRole('button', { name: 'Use this: Oil change' }));
    expect(within(dialog).getByLabelText('Oil change: Amount, l')).toHaveValue('5');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(2));
    expect(sent(server)[1].actions).toEqual([
      action('Oil change', '5'),
      action('Check the guard'),
      action('Ropes measured'),
    ]);
  });

  it('that is not the month’s last cannot be deleted', async () => {
    const { user, dialog } = await opened(protocol, undefined, {
      'DELETE /api/service/delete/31': { status: 304 },
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete protocol?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(
      await within(question).findByText('Only the last protocol of the month can be deleted.'),
    ).toBeInTheDocument();
  });

  it('planned by a colleague is taken over with one tap, and names the performer', async () => {
    const ewa = { id: 9, firstName: 'Ewa', lastName: 'Lis' };
    const { user, dialog, server } = await opened({ ...protocol, user: ewa, userCreated: ewa }, undefined, {
      [add]: storing,
    });
    const performer = await within(dialog).findByLabelText('Performed by');
    expect(performer).toHaveDisplayValue('Ewa Lis');
    await waitFor(() => expect(within(performer).getAllByRole('option')).toHaveLength(2));
    await user.click(within(dialog).getByRole('button', { name: 'I did the work' }));
    expect(performer).toHaveDisplayValue('Anna Nowak');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ performedBy: { id: 1 } }));
  });

  it('names further performers, who can be removed', async () => {
    const ewa = { id: 9, firstName: 'Ewa', lastName: 'Lis' };
    const { user, dialog, server } = await opened({ ...protocol, alsoPerformedBy: [ewa] }, undefined, {
      [add]: storing,
    });
    await within(dialog).findByRole('button', { name: 'Remove Ewa Lis' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove Ewa Lis' }));
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)[0]).toMatchObject({ alsoPerformedBy: [] }));
  });

  it('that was ever signed has no delete button, even for an admin while it is reopened', async () => {
    const { dialog } = await opened({ ...protocol, version: 1 }, sessionUser('ROLE_ADMIN'));
    await within(dialog).findByLabelText('Fault description');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('of a colleague has no delete button for a technician', async () => {
    const theirs = { ...protocol, userCreated: { id: 9, firstName: 'Ewa', lastName: 'Lis' } };
    const { dialog } = await opened(theirs);
    await within(dialog).findByLabelText('Fault description');
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('is locked once signed, with its document and versions', async () => {
    const { dialog } = await opened(signed);
    expect(await within(dialog).findByText('Version 1')).toBeVisible();
    expect(within(dialog).getByText(/^Jan Kowal, Foreman, /)).toBeVisible();
    expect(within(dialog).getByText('Signed by Jan Kowal, Foreman')).toBeVisible();
    expect(within(dialog).getByText(/abcdef012345…/)).toBeVisible();
    expect(within(dialog).getByText('The pump leaks.')).toBeVisible();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Show PDF' })).toBeVisible();
  });

  it('that was signed without a network says what others had changed meanwhile', async () => {
    const differences = [
      { field: 'customer.city', signed: 'Gdańsk', stored: 'Gdynia' },
      { field: 'faultDescription', signed: 'Leaks', stored: null },
      { field: 'nextInspection', signed: '2027-05-22', stored: '2027-06-22' },
      { field: 'machines', signed: '[…]', stored: '[]' },
    ];
    const { dialog } = await opened(signed, undefined, {
      'GET /api/service/versions/31': { body: [{ ...version, differences }] },
    });
    const note = within(
      await within(dialog).findByRole('note', { name: /^Signed on the device and sent later/ }),
    );
    expect(note.getByText('Customer: City')).toBeVisible();
    expect(note.getByText('signed: Gdańsk · meanwhile: Gdynia')).toBeVisible();
    expect(note.getByText('signed: Leaks · meanwhile: empty')).toBeVisible();
    expect(note.getByText('signed: 22 May 2027 · meanwhile: 22 Jun 2027')).toBeVisible();
    expect(note.getByText('Machines and the work on them')).toBeVisible();
    expect(within(dialog).getByText('Check code of the text as read: 3f2a 9c1e')).toBeVisible();
  });

  it('that is open while its signature is refused is not signed any more, and can be corrected', async () => {
    const { dialog, server } = await opened(signed);
    expect(await within(dialog).findByText(/^Jan Kowal, /)).toBeVisible();
    server.handlers[one] = { body: protocol };
    act(() => refetchAll(queryClient));
    expect(await within(dialog).findByLabelText('Fault description')).toHaveValue('The pump leaks.');
    expect(within(dialog).getByRole('button', { name: 'Save and have it signed' })).toBeVisible();
    expect(within(dialog).queryByText(/^Jan Kowal, /)).not.toBeInTheDocument();
  });

  it('can be changed by an admin, who is told that this creates a new version', async () => {
    const { user, dialog, server } = await opened(signed, sessionUser('ROLE_ADMIN'), { [add]: storing });
    await user.click(await within(dialog).findByRole('button', { name: 'Change' }));
    expect(await within(dialog).findByText(/your changes become version 2/)).toBeVisible();
    const number = await within(dialog).findByLabelText('Number');
    expect(number).toHaveAttribute('readonly');
    await user.type(within(dialog).getByLabelText('Fault description'), '!');
    await user.click(save(dialog));
    await user.click(await screen.findByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({
      id: 31,
      isToSign: false,
      number: 25,
      numberExtension: 'A',
      revision: 1,
    });
  });

  it.each([
    ['offers to sign the change like a new protocol, and does not call it signed', false],
    ['is signed on paper only if an admin says so', true],
  ])('that is changed %s', async (_, onPaper) => {
    const { user, dialog, server } = await opened(signed, sessionUser('ROLE_ADMIN'), {
      [add]: storing,
      'GET /api/service/to-sign/31': refusal(404, 'NOT_FOUND'),
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Change' }));
    await user.type(await within(dialog).findByLabelText('Fault description'), '!');
    const paper = within(dialog).getByRole('checkbox', { name: 'Signed on paper' });
    expect(paper).not.toBeChecked();
    if (onPaper) await user.click(paper);
    await user.click(
      onPaper ? save(dialog) : within(dialog).getByRole('button', { name: 'Save and have it signed' }),
    );
    const [title, confirm] = onPaper
      ? ['Sign the service event?', 'Sign']
      : ['Reopen the protocol?', 'Save and have it signed'];
    const question = await screen.findByRole('dialog', { name: title });
    await user.click(within(question).getByRole('button', { name: confirm }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({ id: 31, isToSign: onPaper });
  });

  const withdrawal = 'POST /api/service/withdraw/31';

  it('is withdrawn by an admin, who must say why', async () => {
    const withdrawn = {
      ...signed,
      revision: 2,
      withdrawn: { at: '2026-11-05T09:00:00.000Z', by: signed.userCreated, reason: 'Wrong machine' },
    };
    const { user, dialog, server } = await opened(signed, sessionUser('ROLE_ADMIN'), {
      [withdrawal]: { body: withdrawn },
      'GET /api/billing/protocol/31': {
        body: {
          ...{ state: 'INVOICED', currency: 'EUR', lines: [], amount: 157.5, typed: null },
          invoice: { day: '2026-11-30', number: 'FV/7', amount: 157.5 },
        },
      },
    });
    expect(await within(dialog).findByText('current')).toBeVisible();
    await user.click(await within(dialog).findByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('dialog', { name: 'Withdraw protocol 25A/11/2026?' });
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
    expect(await within(question).findByText('Enter why it is withdrawn')).toBeVisible();
    expect(await within(question).findByText(/already invoiced: FV\/7, .*157\.50/)).toBeVisible();
    expect(server.sentTo(withdrawal)).toHaveLength(0);
    await user.type(within(question).getByLabelText(/^Reason/), 'Wrong machine');
    server.handlers[one] = { body: withdrawn };
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
    expect(await within(dialog).findByText(/^Withdrawn on .* by Anna Nowak$/)).toBeVisible();
    expect(within(dialog).getByText('Wrong machine')).toBeVisible();
    expect(within(dialog).getByText('Withdrawn')).toBeVisible();
    expect(within(dialog).queryByText('current')).not.toBeInTheDocument();
    expect(server.sentTo(withdrawal)).toEqual([{ reason: 'Wrong machine', revision: 1, tellHolders: true }]);
    for (const name of ['Withdraw', 'Change'])
      expect(within(dialog).queryByRole('button', { name })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Show PDF' })).toBeVisible();
  });

  it('says how long it took, which parts were used and whether the machine passed', async () => {
    const { user, dialog, server } = await opened(protocol, undefined, { [add]: storing });
    const form = within(dialog);
    await user.selectOptions(await form.findByLabelText('Hydraulic press: result'), 'Failed');
    const status = await form.findByRole('checkbox', { name: /set the machine’s status to “Broken”/ });
    expect(status).not.toBeChecked();
    await user.click(status);
    await user.click(form.getByRole('button', { name: /^Time and travel/ }));
    await user.type(form.getByLabelText('Working time'), '3:30');
    await user.click(form.getByRole('button', { name: /^Parts used/ }));
    await user.click(form.getByRole('button', { name: 'Add a part' }));
    await user.type(form.getByLabelText('Part name'), 'Seal');
    await user.click(form.getByRole('button', { name: /^Remarks and recommendations/ }));
    await user.type(form.getByLabelText('Remarks'), 'Wet floor');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({
      workMinutes: 210,
      travelMinutes: null,
      remarks: 'Wet floor',
      results: [{ device: { id: 5 }, result: 'FAILED', statusAfter: 'BROKEN' }],
      partsUsed: [{ device: null, name: 'Seal', quantity: 1 }],
    });
  });
});
