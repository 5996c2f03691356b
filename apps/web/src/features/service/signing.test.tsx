/** Signing: the customer reads, the technician confirms day and performer, the connection drops. */
import { createHash } from 'node:crypto';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { confirmedContent, shortHash, signedText } from '@servicebook/shared/signed-content';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepChoice } from '../../lib/browser-storage.ts';
import { prepareCanvas, signatureField, stroke } from '../../testing/draw-signature.ts';
import { type FakeRequest, fakeServer, refusal } from '../../testing/fake-server.ts';
import { planningVisit } from '../../testing/planning-samples.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import {
  forgetDrafts,
  history,
  jsonOf,
  machine,
  one,
  open,
  page,
  protocol,
  signed,
  type User,
} from '../../testing/service-story.ts';
import { OpenMachines } from './open-machines.tsx';
import { toDraftUser } from './service-draft.ts';
import { dropSignature, readSignature, signatureKey } from './signature-keeping.ts';
import { SigningDialog } from './signing-dialog.tsx';

const owner = toDraftUser(sessionUser());
const key = signatureKey(owner, protocol.id);
const read = 'GET /api/service/toSign/31';
const sign = 'POST /api/service/sign/31';

const snapshot = {
  schemaVersion: 1,
  documentNumber: '25A/11/2026',
  date: '2026-11-22',
  language: 'de',
  state: 'NEW',
  version: 0,
  company: {},
  customer: {
    shortName: 'Mill',
    fullName: 'Mühle GmbH',
    streetAddress: 'Weg 1',
    zipCode: '10115',
    city: 'Berlin',
    country: 'DE',
  },
  machines: [
    {
      id: 5,
      name: 'Presse',
      serialNumber: 'HP-1',
      category: 'Pressen',
      address: null,
      actions: [
        { name: 'Ölwechsel', quantity: 2, fields: [{ name: 'Menge', value: '2.5', unit: 'l' }] },
        { name: 'Schutz geprüft', quantity: 1, fields: [] },
      ],
    },
    { id: 6, name: 'Säge', serialNumber: null, category: 'Sägen', address: null, actions: [] },
  ],
  types: ['PERIODIC_INSPECTION'],
  paymentType: 'WARRANTY',
  faultDescription: 'Der Schlauch war undicht.',
  period: 6,
  nextInspection: '2027-05-22',
  technician: { firstName: 'Anna', lastName: 'Nowak', position: null },
  signature: null,
};
const toSign = {
  revision: 4,
  contentSha256: 'a'.repeat(64),
  snapshot,
  today: '2026-11-22',
  performedBy: 1,
  alsoPerformedBy: [],
  ownSignature: null,
  missing: [],
  undone: null,
  performers: [
    { id: 9, firstName: 'Ewa', lastName: 'Lis', position: '' },
    { id: 1, firstName: 'Anna', lastName: 'Nowak', position: '' },
  ],
  signers: [{ signerName: 'Jan Kowal', signerRole: 'Foreman' }],
};

forgetDrafts();
beforeEach(async () => {
  vi.clearAllMocks();
  prepareCanvas();
  await dropSignature(key);
});

const onSigned = vi.fn();
const onClose = vi.fn();
const answers = (answer: object, more: Parameters<typeof fakeServer>[0]) =>
  fakeServer({ [read]: { body: answer }, [sign]: { body: signed }, ...more });

/** A saved protocol, just before signing. */
async function atText(answer: object = toSign, more: Parameters<typeof fakeServer>[0] = {}) {
  const server = answers(answer, more);
  const app = await renderTab(() => (
    <SigningDialog protocol={protocol} owner={owner} onSigned={onSigned} onClose={onClose} />
  ));
  return { ...app, server, dialog: await screen.findByRole('dialog', { name: 'Customer’s signature' }) };
}

/** The same from the machine's tab: nothing was typed, so the stored version is signed. */
async function fromTab() {
  const server = answers(toSign, {
    ...machine,
    [history]: page(protocol),
    [one]: { body: protocol },
    'GET /api/service/versions/31': { body: [] },
  });
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
  await user.click(await screen.findByRole('button', { name: 'Save and have it signed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Customer’s signature' });
  await screen.findByText('Serviceprotokoll');
  await draw(user);
  return { user, router, server, dialog };
}
type Story = Pick<Awaited<ReturnType<typeof atText>>, 'user' | 'server'>;

const toField = () => screen.getByRole('button', { name: 'Continue to the signature' });
const confirm = () => screen.getByRole('button', { name: 'Sign' });

async function draw(user: User) {
  await user.click(toField());
  await user.click(screen.getByRole('button', { name: 'Jan Kowal, Foreman' }));
  stroke([0.1, 0.5], [0.5, 0.5]);
}
async function drawn(...given: Parameters<typeof atText>) {
  const story = await atText(...given);
  await screen.findByText('Serviceprotokoll');
  await draw(story.user);
  return story;
}
const requests = ({ server }: Story) => server.requests.filter(({ call }) => call === sign);
const keyOf = (request: FakeRequest | undefined) => request?.headers['Idempotency-Key'];
const contentOf = (request: FakeRequest | undefined) => jsonOf(request?.body, 'signJson');

it('Without the server for more than a day, the technician is asked to check the day', async () => {
  const ago = (hours: number) => {
    keepChoice('heard', { at: Date.now() - hours * 3_600_000, ahead: 0 });
    window.dispatchEvent(new StorageEvent('storage'));
  };
  onTestFinished(() => localStorage.clear());
  ago(23);
  await atText();
  await screen.findByText('Serviceprotokoll');
  expect(screen.queryByText(/last had a connection/)).not.toBeInTheDocument();
  cleanup();
  ago(49);
  await atText();
  expect(await screen.findByText(/last had a connection on .* Check the day/)).toBeVisible();
});

describe('The customer', () => {
  it('reads the complete text, in the language of the document', async () => {
    const { dialog } = await atText();
    const text = within(await within(dialog).findByRole('article'));
    const said = [
      'Nr. 25A/11/2026 · 22. November 2026',
      'Regelmäßige Inspektion',
      'Mühle GmbH',
      'Weg 1, 10115 Berlin, Deutschland',
      'Anna Nowak',
      'Garantie',
      'Der Schlauch war undicht.',
      '22. Mai 2027',
      'Serien-Nr. HP-1 · Pressen',
      '2,5 l',
      'Keine Servicearbeiten erfasst.',
    ];
    for (const words of said) expect(text.getByText(words)).toBeVisible();
    expect(text.getByText('Ölwechsel')).toHaveTextContent('× 2');
    expect(text.getByRole('heading', { name: '2. Säge' })).toBeVisible();
  });

  it('reads which of two machines of one name a part is for', async () => {
    const [press] = snapshot.machines;
    const twins = [press, { ...press, id: 6, serialNumber: 'HP-2' }];
    const partsUsed = [{ machine: 6, name: 'Dichtung', number: '', quantity: 1, unit: '' }];
    const { dialog } = await atText({ ...toSign, snapshot: { ...snapshot, machines: twins, partsUsed } });
    const text = within(await within(dialog).findByRole('article'));
    expect(text.getByText('1 Dichtung · 2. Presse')).toBeVisible();
  });

  it('signs the text that was read, after one tap for the text and one for the name', async () => {
    const story = await drawn();
    const content = confirmedContent(snapshot as unknown as ProtocolSnapshot, {
      date: '2026-11-22',
      performers: [{ firstName: 'Anna', lastName: 'Nowak', position: '' }],
    });
    const signedSha256 = createHash('sha256').update(signedText(content)).digest('hex');
    // The beginning of it stands next to the signature, and on the document.
    expect(
      await screen.findByText(new RegExp(`Check code of this text: ${shortHash(signedSha256)}$`)),
    ).toBeVisible();
    await story.user.click(confirm());
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce());
    expect(contentOf(requests(story)[0])).toMatchObject({
      signedSha256,
      signerName: 'Jan Kowal',
      signerRole: 'Foreman',
      revision: 4,
      contentSha256: 'a'.repeat(64),
      date: '2026-11-22T00:00:00',
      performedBy: { id: 1 },
    });
    expect(await readSignature(key)).toBeNull();
  });

  it('is told if the text cannot be loaded, and can retry', async () => {
    const { user, server } = await atText(toSign, { [read]: refusal(500, 'INTERNAL') });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toField()).toBeDisabled();
    server.handlers[read] = { body: toSign };
    await user.click(retry);
    expect(await screen.findByText('Der Schlauch war undicht.')).toBeVisible();
  });
});

describe('After signing', () => {
  it('says which machines of the visit have no protocol yet, and leads to the next one', async () => {
    const [first] = planningVisit({ id: 9 }).devices;
    if (!first) throw new Error('The sample has a machine');
    const machineOf = (id: number, serialNumber: string) => ({ ...first, id, serialNumber });
    const visit = planningVisit({
      id: 9,
      devices: [machineOf(5, 'GA-5'), machineOf(6, 'GA-6'), machineOf(7, 'GA-7')],
      protocols: [
        { id: 30, number: '1/11/2026', state: 'SIGNED', withdrawn: false, followed: false, devices: [7] },
      ],
    });
    await renderTab(() => <OpenMachines protocol={signed} visit={visit} />);
    expect(await screen.findByText(/Still without a protocol on this visit: BSD 75 \(GA-6\)$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Write the protocol of BSD 75 (GA-6)' })).toHaveAttribute(
      'href',
      expect.stringMatching(/[?&]id=6&.*service=new.*visit=9/),
    );
  });
});

describe('The technician’s own signature', () => {
  it('is named and folded away while the customer reads, and is not kept unless asked', async () => {
    const keep = 'PATCH /api/user/signature';
    const { user, dialog, server } = await atText(toSign, { [keep]: { body: { svgPath: null } } });
    const opener = await within(dialog).findByRole('button', {
      name: /^Signature of the technician \(.+\)/,
    });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    expect(within(dialog).queryByRole('button', { name: /^Draw/ })).toBeNull();
    await user.click(opener);
    await user.click(within(dialog).getByRole('button', { name: /^Draw the signature of/ }));
    const drawing = await screen.findByRole('dialog', { name: /^Signature of the technician/ });
    expect(within(drawing).getByRole('checkbox', { name: /^Keep it for the next/ })).not.toBeChecked();
    const field = within(drawing).getByRole('img', { name: /^Signature field/ });
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 });
    fireEvent.pointerDown(field, at(40, 40));
    fireEvent.pointerMove(field, at(200, 160));
    fireEvent.pointerUp(field, at(360, 40));
    await user.click(within(drawing).getByRole('button', { name: 'Use this signature' }));
    await waitFor(() => expect(drawing).not.toBeVisible());
    expect(await within(dialog).findByText('Leave it out this time')).toBeVisible();
    expect(server.sentTo(keep)).toHaveLength(0);
  });
});

describe('Day and performer', () => {
  const day = () => screen.getByRole('textbox', { name: /^Date of service/ });
  const colleague = () => screen.getByRole('combobox', { name: 'Performed by' });
  const type = async ({ user }: Story, text: string) => {
    await user.clear(day());
    await user.type(day(), `${text}{Enter}`);
  };

  it('default to today and the signed-in user, and another day of the protocol is mentioned', async () => {
    await atText({ ...toSign, snapshot: { ...snapshot, date: '2026-11-03' } });
    expect(await screen.findByText('Date in the protocol so far: 3 Nov 2026.')).toBeVisible();
    expect(day()).toHaveValue('22 Nov 2026');
    expect(colleague()).toHaveValue('1');
    expect(screen.getByText('Nr. 25A/11/2026 · 22. November 2026')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Use 3 Nov 2026' }));
    expect(day()).toHaveValue('3 Nov 2026');
    expect(screen.getByText('3. Mai 2027')).toBeVisible();
  });

  it('are sent with the signature', async () => {
    const story = await atText();
    await screen.findByText('Serviceprotokoll');
    await type(story, '20.11.2026');
    await story.user.selectOptions(colleague(), 'Ewa Lis');
    expect(within(screen.getByRole('article')).getByText('Ewa Lis')).toBeVisible();
    await story.user.click(toField());
    await story.user.type(screen.getByRole('textbox', { name: 'Name of the signer' }), 'Jan');
    stroke([0.1, 0.5], [0.5, 0.5]);
    // A signature is valid for the text that was read, so the text must not change.
    await story.user.click(screen.getByRole('button', { name: 'Back' }));
    expect(day()).toBeDisabled();
    expect(colleague()).toBeDisabled();
    expect(screen.getByText(/Clear the signature to change this/)).toBeVisible();
    await story.user.click(toField());
    await story.user.click(confirm());
    await waitFor(() =>
      expect(contentOf(requests(story)[0])).toMatchObject({
        date: '2026-11-20T00:00:00',
        performedBy: { id: 9 },
      }),
    );
  });

  it('include everybody else who did the work, and nobody twice', async () => {
    const story = await atText({ ...toSign, alsoPerformedBy: [9] });
    const others = () => screen.getByLabelText('Also performed by');
    await screen.findByText('Serviceprotokoll');
    const text = within(screen.getByRole('article'));
    expect(text.getByText('Anna Nowak, Ewa Lis')).toBeVisible();
    await story.user.selectOptions(colleague(), 'Ewa Lis');
    expect(text.getByText('Ewa Lis')).toBeVisible();
    await story.user.click(others());
    await story.user.click(
      await within(await screen.findByRole('listbox', { hidden: true })).findByRole('option', {
        name: 'Anna Nowak',
        hidden: true,
      }),
    );
    expect(text.getByText('Ewa Lis, Anna Nowak')).toBeVisible();
    await story.user.click(toField());
    await story.user.type(screen.getByRole('textbox', { name: 'Name of the signer' }), 'Jan');
    stroke([0.1, 0.5], [0.5, 0.5]);
    await story.user.click(confirm());
    await waitFor(() =>
      expect(contentOf(requests(story)[0])).toMatchObject({
        performedBy: { id: 9 },
        alsoPerformedBy: [{ id: 1 }],
      }),
    );
  });

  it('and values that are missing stop the signature before it is drawn', async () => {
    const missing = [{ machine: 'Presse', action: 'Ölwechsel', field: 'Menge' }];
    await atText({ ...toSign, missing });
    expect(await screen.findByText(/say why not|said why not/)).toHaveTextContent('Presse: Ölwechsel: Menge');
    expect(toField()).toBeDisabled();
  });

  it('and actions that are not done are counted, and do not stop the signature', async () => {
    await atText({ ...toSign, undone: { open: 4, total: 5 } });
    expect(await screen.findByText('4 of 5 actions are not done.')).toBeVisible();
    expect(toField()).toBeEnabled();
  });

  it('in another month do not show a number that will change', async () => {
    const story = await atText({ ...toSign, snapshot: { ...snapshot, date: '2026-10-30' } });
    expect(await screen.findByText(/The protocol gets a new number of this month/)).toBeVisible();
    expect(screen.getByText('Nummer folgt · 22. November 2026')).toBeVisible();
    expect(screen.queryByText(/25A/)).toBeNull();
    await type(story, '30.10.2026');
    expect(screen.getByText('Nr. 25A/11/2026 · 30. Oktober 2026')).toBeVisible();
  });

  it('keep day and number of a protocol that was signed before', async () => {
    await atText({ ...toSign, snapshot: { ...snapshot, version: 1, date: '2026-10-30' } });
    expect(await screen.findByText('Nr. 25A/11/2026 · 30. Oktober 2026')).toBeVisible();
    expect(screen.queryByText(/so far/)).toBeNull();
  });

  it('cannot be in the future', async () => {
    const story = await atText();
    await screen.findByText('Serviceprotokoll');
    await type(story, '23.11.2026');
    expect(day()).toBeInvalid();
    expect(toField()).toBeDisabled();
  });
});

describe('Without a connection', () => {
  it('the ink stays, and the same request is repeated', async () => {
    const story = await drawn(toSign, { [sign]: 'no connection' });
    await story.user.click(confirm());
    expect(await screen.findByText(/Not confirmed yet/)).toBeVisible();
    story.server.handlers[sign] = { body: signed };
    await story.user.click(confirm());
    await waitFor(() => expect(onSigned).toHaveBeenCalledOnce());
    const [lost, repeated] = requests(story);
    expect(keyOf(repeated)).toBe(keyOf(lost));
    expect(contentOf(repeated)).toEqual(contentOf(lost));
  });

  it('the dialog can be closed, and the signature is restored when the protocol is opened again', async () => {
    const story = await fromTab();
    const { user, server } = story;
    server.handlers[sign] = 'no connection';
    await user.click(confirm());
    await screen.findByText(/Not confirmed yet/);
    await user.click(within(story.dialog).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    server.handlers[sign] = { body: signed };
    await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    await screen.findByRole('dialog', { name: 'Customer’s signature' });
    await waitFor(() => expect(signatureField()).toBeVisible());
    expect(screen.getByRole('textbox', { name: 'Name of the signer' })).toHaveValue('Jan Kowal');
    await user.click(confirm());
    expect(await screen.findByText('Signed. The document is ready.')).toBeVisible();
    const [lost, repeated] = requests(story);
    expect(keyOf(repeated)).toBe(keyOf(lost));
    expect(contentOf(repeated)).toEqual(contentOf(lost));
  });
});

describe('“Back” on the signature screen', () => {
  const question = { name: 'Close before it is signed?' };

  it('asks on top of it', async () => {
    const { router, dialog } = await fromTab();
    await act(() => router.navigate(-1));
    const asked = await screen.findByRole('dialog', question);
    expect(dialog.compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('asks nothing more once the screen was closed, as all is stored', async () => {
    const { user, router, dialog } = await fromTab();
    await act(() => router.navigate(-1));
    await screen.findByRole('dialog', question);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    const leaving = await screen.findByRole('dialog', { name: 'Leave without signing?' });
    await user.click(within(leaving).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument();
  });
});

describe('A stored signature', () => {
  it('is stored while it is drawn, and deleted when it is cleared', async () => {
    const { user } = await drawn();
    await waitFor(async () =>
      expect(await readSignature(key)).toMatchObject({
        drawn: { signerName: 'Jan Kowal', strokes: [{}] },
        confirmed: { date: '2026-11-22', performedBy: 1 },
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await readSignature(key)).toBeNull();
  });

  it('does not sign another text: it is deleted, with a message, if the protocol was changed', async () => {
    const story = await drawn(toSign, { [sign]: refusal(409, 'SERVICE_CHANGED') });
    const changed = {
      ...toSign,
      revision: 5,
      snapshot: { ...snapshot, faultDescription: 'Neu geschrieben.' },
    };
    story.server.handlers[read] = { body: changed };
    await story.user.click(confirm());
    expect(await screen.findByText('Neu geschrieben.')).toBeVisible();
    expect(screen.getByText(/That signature was deleted; please sign again/)).toBeVisible();
    expect(await readSignature(key)).toBeNull();
    await story.user.click(toField());
    expect(screen.getByRole('textbox', { name: 'Name of the signer' })).toHaveValue('');
  });

  it('is deleted if the protocol turns out to be signed', async () => {
    const { user, server } = await fromTab();
    server.handlers[sign] = refusal(409, 'SERVICE_CHANGED');
    server.handlers[read] = { body: { ...toSign, snapshot: { ...snapshot, state: 'SIGNED' } } };
    server.handlers[one] = { body: signed };
    await user.click(confirm());
    expect(await screen.findByRole('button', { name: 'Show PDF' })).toBeVisible();
    await waitFor(async () => expect(await readSignature(key)).toBeNull());
  });
});

describe('A protocol that waits on this phone', () => {
  const unnumbered = { id: -7, number: 0, numberExtension: '', fullNumber: '' };
  const waiting = { ...protocol, ...unnumbered };
  const openWaiting = async () => {
    fakeServer({
      ...machine,
      [history]: page(waiting),
      'GET /api/service/findById/-7': { body: waiting },
      'GET /api/service/toSign/-7': {
        body: { ...toSign, snapshot: { ...snapshot, documentNumber: '–/11/2026' } },
      },
      'POST /api/service/sign/-7': { body: { ...signed, ...unnumbered } },
      'GET /api/service/versions/-7': 'no connection',
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Number follows' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Number follows' }) };
  };

  it('says before and after its signature what follows when it is sent', async () => {
    const { user } = await openWaiting();
    await user.click(await screen.findByRole('button', { name: 'Save and have it signed' }));
    expect(await screen.findByText('The protocol gets its number when it is sent.')).toBeVisible();
    expect(screen.getByText('Nummer folgt · 22. November 2026')).toBeVisible();
    await draw(user);
    await user.click(confirm());
    expect(await screen.findByText(/^Signed and saved on this device\./)).toBeVisible();
    expect(
      screen.getByText('It can be sent by e-mail once there is a connection and everything has been sent.'),
    ).toBeVisible();
    expect(await screen.findByText('Versions are shown once there is a connection.')).toBeVisible();
    expect(screen.queryByText('No connection')).not.toBeInTheDocument();
  });

  it('is called the same in the question whether to delete it', async () => {
    const { user, dialog } = await openWaiting();
    await user.click(await within(dialog).findByRole('button', { name: 'Delete' }));
    expect(
      await screen.findByText('Protocol (number follows) will be deleted, with its attachments.'),
    ).toBeVisible();
  });
});
