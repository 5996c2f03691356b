/** Photos that are marked for the document. */
import { maxPrinted } from '@servicebook/shared/protocol-length';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { http } from '../../lib/api-client.ts';
import { setPhoneCode } from '../../lib/phone.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import {
  add,
  forgetDrafts,
  history,
  machine,
  one,
  open,
  page,
  photo,
  protocol,
  repair,
  save,
  startNew,
  storing,
} from '../../testing/service-story.ts';

const attach = 'PATCH /api/service/addFile/31';
const print = 'PATCH /api/service/printFile/1';
const picture = (name = 'leak.png') => new File(['picture'], name, { type: 'image/png' });
const choices = (dialog: HTMLElement) =>
  within(dialog).findAllByRole('checkbox', { name: /On the document/ });

const fileInput = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input');

forgetDrafts();

async function attachments(fileDtos: (typeof photo)[], handlers: Parameters<typeof fakeServer>[0] = {}) {
  const stored = { ...protocol, fileDtos };
  const server = fakeServer({ ...machine, [history]: page(stored), [one]: { body: stored }, ...handlers });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
  return { server, user, dialog };
}

it('Before a photo must wait on a device without room, its user is told', async () => {
  const estimate = async () => ({ quota: 300_000_000, usage: 280_000_000 });
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate } });
  const answer = async () => ({
    data: { ...protocol, fileDtos: [photo] },
    takenAt: '2026-11-24T08:00:00.000Z',
  });
  setPhoneCode(async () => ({
    answer,
    note: async () => {},
    remember: async () => {},
    erase: async () => {},
    isTooLongAway: async () => false,
  }));
  try {
    const { server, dialog } = await attachments([photo]);
    expect(within(dialog).queryByText(/hardly any room/)).toBeNull();
    server.handlers[one] = 'no connection';
    await http.get('/api/service/findById/31');
    expect(await within(dialog).findByText(/hardly any room/)).toBeVisible();
  } finally {
    setPhoneCode(null);
    Reflect.deleteProperty(navigator, 'storage');
  }
});

describe('A photo', () => {
  it('is put on the document with one press, at once, as the hint says; other files have no such choice', async () => {
    const plan = { ...photo, id: 2, filename: 'plan.pdf', contentType: 'application/pdf' };
    const marked = { ...protocol, fileDtos: [{ ...photo, print: true }, plan] };
    const { server, user, dialog } = await attachments([photo, plan], { [print]: { body: marked } });
    const [choice, ...others] = await choices(dialog);
    expect(others).toEqual([]);
    expect(choice).not.toBeChecked();
    expect(within(dialog).getByText(/the choice “On the document” are saved at once/)).toBeVisible();
    server.handlers[one] = { body: marked };
    await user.click(choice as HTMLElement);
    expect(choice).toBeChecked();
    await waitFor(() => expect(server.sentTo(print)).toEqual([{ print: true }]));
    expect(await within(dialog).findByRole('checkbox', { name: 'On the document: leak.png' })).toBeChecked();
  });

  it('goes back when the choice is refused, which says why', async () => {
    const { user, dialog } = await attachments([photo], { [print]: refusal(409, 'SIGNED_PHOTOS') });
    const [choice] = await choices(dialog);
    await user.click(choice as HTMLElement);
    expect(await within(dialog).findByText(/^The protocol is signed, so its photos/)).toBeVisible();
    expect(choice).not.toBeChecked();
  });

  it('beyond the limit is not marked, which is said at once', async () => {
    const full = Array.from({ length: maxPrinted }, (_, id) => ({ ...photo, id: id + 10, print: true }));
    const { server, user, dialog } = await attachments([...full, photo]);
    const choice = (await choices(dialog)).at(-1) as HTMLElement;
    await user.click(choice);
    expect(await within(dialog).findByText(/^The document shows at most 24 photos/)).toBeVisible();
    expect(choice).not.toBeChecked();
    expect(server.sentTo(print)).toEqual([]);
  });

  it('of a new protocol is marked before it is saved, and sent with the mark', async () => {
    const server = fakeServer({
      ...machine,
      [add]: storing,
      [one]: { body: protocol },
      [attach]: { body: { ...protocol, fileDtos: [photo] } },
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.upload(fileInput(dialog), [picture(), picture('plate.png')]);
    const [choice] = await choices(dialog);
    await user.click(choice as HTMLElement);
    expect(choice).toBeChecked();
    await user.click(save(dialog));
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(2));
    const sent = server.requests.filter(({ call }) => call === attach);
    expect(sent.map(({ query }) => query)).toEqual([{ print: 'true' }, {}]);
  });
});
