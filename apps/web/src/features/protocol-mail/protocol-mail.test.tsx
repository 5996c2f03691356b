import type { ProtocolMails as Known, ProtocolMail } from '@servicebook/shared/protocol-mail';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/use-session.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { renderComponent } from '../../testing/render-component.tsx';
import { protocol } from '../../testing/service-story.ts';
import { MailSeveralDialog } from './mail-several-dialog.tsx';
import { ProtocolMails } from './protocol-mails.tsx';
// Loaded before the tests, so that loading it on a busy machine does not use up their timeouts.
import './protocol-mail-dialog.tsx';

const mail: ProtocolMail = {
  id: 1,
  version: 1,
  isWithdrawal: false,
  email: 'anna@customer.example',
  language: 'de',
  state: 'WAITING',
  refusal: null,
  reason: '',
  isAutomatic: false,
  createdAt: '2026-11-23T10:00:00.000Z',
  sentAt: null,
  handedOverAt: null,
};
const none: Known = {
  mails: [],
  recipients: [
    { name: 'Anna Nowak', email: 'anna@customer.example', refused: false },
    { name: 'Mill', email: 'office@customer.example', refused: false },
  ],
  used: ['before@elsewhere.example'],
  holders: [],
  language: 'de',
};
const path = 'POST /api/service/mail';

function server(given: Partial<Known> = {}, handlers: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    'GET /api/service/mails/31': { body: { ...none, ...given } },
    'GET /api/user/check-auth': { body: sessionUser() },
    'POST /api/service/previewMail': ({ body }) => {
      const { text } = body as { text: string | null };
      return {
        body: { subject: 'Protokoll 25A', text: `Guten Tag, ${text ?? 'anbei'}`, ownText: text ?? 'anbei' },
      };
    },
    [path]: { body: [mail] },
    ...handlers,
  });
}

const show = async (given: object = {}) => {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, sessionUser());
  await i18n.loadNamespaces(['protocol-mail', 'errors']);
  return renderComponent(
    <ProtocolMails
      protocol={{ ...protocol, state: 'SIGNED', version: 1, ...given }}
      timezone="Europe/Warsaw"
    />,
  );
};

describe('The mails of a protocol', () => {
  it('are sent with one press to the address that is shown', async () => {
    const { sentTo } = server();
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Send to anna@customer.example' }));
    await waitFor(() =>
      expect(sentTo(path)).toEqual([
        {
          service: { id: 31 },
          version: 1,
          recipients: ['anna@customer.example'],
          language: 'de',
          text: null,
        },
      ]),
    );
  });

  it('say in words what became of each', async () => {
    server({
      mails: [
        { ...mail, id: 3, state: 'REFUSED', refusal: 'SERVER', reason: '550 No such user' },
        { ...mail, id: 2, state: 'SENT', sentAt: '2026-11-23T10:01:00.000Z', isAutomatic: true },
        { ...mail, id: 1, email: '', state: 'REFUSED', refusal: 'NO_ADDRESS' },
      ],
    });
    await show();
    expect(await screen.findByText('The mail server refused it.')).toBeVisible();
    for (const text of [
      'The mail server: 550 No such user',
      'automatic',
      'The customer has no e-mail address.',
    ])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/^Sent .*11:01/)).toBeVisible();
  });

  it('say which version each carried, once there is more than one', async () => {
    server({ mails: [{ ...mail, id: 2, version: 2 }, mail] });
    await show({ version: 2 });
    for (const version of ['version 2', 'version 1']) expect(await screen.findByText(version)).toBeVisible();
  });

  it('suggest the next address after a refused one', async () => {
    server({ mails: [{ ...mail, state: 'REFUSED', refusal: 'SERVER', reason: '550 No such user' }] });
    await show();
    expect(await screen.findByRole('button', { name: 'Send to office@customer.example' })).toBeVisible();
  });

  it('do not go by themselves to an address that was refused last, or that the customer no longer has', async () => {
    server({ recipients: none.recipients.map((one) => ({ ...one, refused: true })) });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Send by e-mail' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send the protocol by e-mail' });
    const to = within(dialog).getByRole('combobox', { name: 'To' });
    await user.click(to);
    expect(await screen.findByRole('option', { name: /office@/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /before@/ })).toBeNull();
    await user.type(to, 'bef');
    expect(await screen.findByRole('option', { name: /before@/ })).toBeVisible();
    await user.clear(to);
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await within(dialog).findByText('Please fill in this field')).toBeVisible();
    expect(to).toHaveFocus();
  });

  it('offer another address beside a refused one, until the version is sent again', async () => {
    const refused = { ...mail, state: 'REFUSED' as const, refusal: 'SERVER' as const };
    const { sentTo } = server({ mails: [refused] });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Send to another address' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send the protocol by e-mail' });
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sentTo(path)).toMatchObject([{ recipients: ['office@customer.example'] }]));
  });

  it('say that a refused one was handed over, and offer nothing more for it', async () => {
    const refused = { ...mail, state: 'REFUSED' as const, refusal: 'SERVER' as const };
    let handedOverAt: string | null = null;
    const { sentTo } = server(
      {},
      {
        'GET /api/service/mails/31': () => ({ body: { ...none, mails: [{ ...refused, handedOverAt }] } }),
        'PATCH /api/service/handedOver/31': () => {
          handedOverAt = '2026-11-23T11:00:00.000Z';
          return {};
        },
      },
    );
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Mark as handed over' }));
    expect(await screen.findByText(/^Handed over .*12:00/)).toBeVisible();
    expect(sentTo('PATCH /api/service/handedOver/31')).toEqual([{ version: 1 }]);
    expect(screen.queryByRole('button', { name: 'Send to another address' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark as handed over' })).toBeNull();
  });

  it('no longer offer it once the version was sent again', async () => {
    const createdAt = '2026-11-23T11:00:00.000Z';
    server({
      mails: [
        { ...mail, id: 2, state: 'SENT', createdAt, sentAt: createdAt },
        { ...mail, id: 1, state: 'REFUSED', refusal: 'SERVER' },
      ],
    });
    await show();
    expect(await screen.findByText('The mail server refused it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send to another address' })).toBeNull();
  });

  it('carry the marked copy of a withdrawn protocol, and first go to who has it and was not told', async () => {
    const { sentTo } = server({
      mails: [
        { ...mail, id: 3, email: 'told@customer.example', isWithdrawal: true },
        { ...mail, id: 2, email: 'told@customer.example', state: 'SENT' },
        { ...mail, state: 'SENT' },
      ],
      holders: ['told@customer.example', mail.email],
    });
    const withdrawn = { at: mail.createdAt, by: { id: 1, firstName: 'A', lastName: 'B' }, reason: 'Wrong' };
    const { user } = await show({ withdrawn });
    expect(await screen.findByText('says that it was withdrawn')).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Send the marked copy' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send the marked copy' });
    expect(await within(dialog).findByText(/the copy marked as withdrawn/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sentTo(path)).toHaveLength(1));
    expect(sentTo(path)[0]).toMatchObject({ recipients: [mail.email], isWithdrawal: true, text: null });
  });

  it('are not offered while the protocol is corrected', async () => {
    server();
    await show({ state: 'NEW' });
    expect(await screen.findByText('The customer has not been sent the protocol yet.')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('go to typed addresses with a text of their own, as the preview shows', async () => {
    const { sentTo } = server();
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Another address or text' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send the protocol by e-mail' });
    const to = within(dialog).getByRole('combobox', { name: 'To' });
    await user.type(to, 'b@customer.example,wrong');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await within(dialog).findByText('Incorrect e-mail address: wrong')).toBeVisible();
    expect(sentTo(path)).toEqual([]);
    await user.type(to, '{Backspace}');
    const text = within(dialog).getByRole('textbox', { name: 'Text' });
    await user.clear(text);
    await user.type(text, 'wie besprochen');
    expect(await within(dialog).findByText('Guten Tag, wie besprochen')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sentTo(path)).toHaveLength(1));
    expect(sentTo(path)[0]).toMatchObject({
      recipients: ['anna@customer.example', 'b@customer.example'],
      text: 'wie besprochen',
    });
  });
});

describe('Several protocols', () => {
  it('are counted before they are sent; those without an address are named', async () => {
    const counted = {
      ...{ ready: 12, addresses: 3, sent: 4, notSigned: 2 },
      withoutAddress: [{ id: 7, number: '7/11/2026', customer: 'Poor' }],
    };
    const { sentTo } = fakeServer({
      'POST /api/service/checkMails': { body: counted },
      'POST /api/service/mailSeveral': { body: counted },
    });
    let done = false;
    await i18n.loadNamespaces(['protocol-mail']);
    const { user } = await renderComponent(
      <MailSeveralDialog
        ids={[1, 2]}
        onClose={() => {}}
        onDone={() => {
          done = true;
        }}
      />,
    );
    expect(await screen.findByText('To be sent: 12 (addresses: 3)')).toBeVisible();
    expect(screen.getByText('7/11/2026 Poor')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send 12' }));
    await waitFor(() => expect(done).toBe(true));
    expect(sentTo('POST /api/service/mailSeveral')).toEqual([{ ids: [1, 2] }]);
  });
});

describe('The company', () => {
  it('switches sending on and writes its own text, with a preview', async () => {
    const stored = {
      automatic: false,
      replyTo: '',
      texts: { pl: '', en: '', de: '', it: '', es: '', ru: '' },
      defaults: {
        pl: 'p',
        en: 'Please find attached protocol {number}.',
        de: 'd',
        it: 'i',
        es: 'e',
        ru: 'r',
      },
    };
    const { sentTo } = fakeServer({
      'GET /api/account/protocolMails': { body: stored },
      'PUT /api/account/protocolMails': ({ body }) => ({ body }),
      'GET /api/account/getAccount': refusal(500, 'INTERNAL'),
      'GET /api/storage/use': { body: { used: 1, total: 10 } },
      'GET /api/user/check-auth': { body: sessionUser() },
    });
    const { user } = await renderApp('/myAccount?tab=company', sessionUser());
    await user.click(await screen.findByRole('switch', { name: /^Send automatically/ }));
    const text = screen.getByRole('textbox', { name: 'Text of the mail' });
    await user.type(text, 'Here is {{name} {{number}');
    await user.click(screen.getByRole('button', { name: 'Save mail settings' }));
    expect(await screen.findByText(/^There is no placeholder \{name\}\./)).toBeVisible();
    // Another language is chosen: the button leads back to the text that is wrong.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the mail' }), 'de');
    await user.click(screen.getByRole('button', { name: 'Save mail settings' }));
    expect(await screen.findByText(/^There is no placeholder \{name\}\./)).toBeVisible();
    expect(sentTo('PUT /api/account/protocolMails')).toEqual([]);
    const again = screen.getByRole('textbox', { name: 'Text of the mail' });
    await user.clear(again);
    await user.type(again, 'Here is {{number}');
    expect(await screen.findByText(/^Here is 25\/\d\d\/\d{4}$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save mail settings' }));
    await waitFor(() =>
      expect(sentTo('PUT /api/account/protocolMails')).toEqual([
        { automatic: true, replyTo: '', texts: { ...stored.texts, en: 'Here is {number}' } },
      ]),
    );
  });
});
