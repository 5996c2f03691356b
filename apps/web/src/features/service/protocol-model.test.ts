import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import { describe, expect, it } from 'vitest';
import type { Outbox } from '../../lib/outbox.ts';
import {
  type AtStake,
  discardsOnLeaving,
  holdsFiles,
  idOf,
  type Loss,
  lossOf,
  nextProtocol,
  opening,
  type Phase,
  type Protocol,
  type ProtocolEvent,
} from './protocol-model.ts';

const stored = { id: 31, state: 'NEW', revision: 1 } as ServiceProtocol;
const newer = { ...stored, revision: 2 };
const signed = { ...stored, state: 'SIGNED' } as ServiceProtocol;
const outbox: Outbox<ServiceInput> = { attempt: { key: 'a', content: {} as ServiceInput }, newer: null };

/** A sample protocol in every phase. */
const states: { [P in Phase]: Extract<Protocol, { phase: P }> } = {
  opening: { phase: 'opening', changes: false },
  draft: { phase: 'draft', base: stored, typed: true },
  queued: {
    phase: 'queued',
    base: stored,
    typed: true,
    outbox,
    aim: 'done',
    answer: 'awaited',
    withoutFiles: false,
  },
  refused: { phase: 'refused', base: stored, typed: true },
  conflict: { phase: 'conflict', base: stored, typed: true },
  saved: { phase: 'saved', base: stored, typed: false, done: false },
  filesFirst: { phase: 'filesFirst', base: stored, typed: false, signing: 'screen', withoutFiles: false },
  signing: { phase: 'signing', base: stored, typed: false, withoutFiles: false },
  signed: { phase: 'signed', base: signed, typed: false, here: true },
  discarded: { phase: 'discarded', base: stored, typed: false },
};

/** A sample of every event type. */
const events: { [T in ProtocolEvent['type']]: Extract<ProtocolEvent, { type: T }> } = {
  opened: { type: 'opened', stored, kept: null },
  typed: { type: 'typed', typed: true },
  queued: { type: 'queued', outbox, stored: null, aim: 'done' },
  stored: { type: 'stored', stored: newer },
  lost: { type: 'lost' },
  refused: { type: 'refused' },
  conflicted: { type: 'conflicted' },
  merged: { type: 'merged', stored: newer },
  signing: { type: 'signing', how: 'screen' },
  withoutFiles: { type: 'withoutFiles' },
  filesSettled: { type: 'filesSettled' },
  cancelled: { type: 'cancelled' },
  signed: { type: 'signed', here: true },
  changing: { type: 'changing' },
  reopened: { type: 'reopened' },
  stays: { type: 'stays' },
  discarded: { type: 'discarded' },
};

/** The target of each event in each phase. Events that are not listed arrive too late and change nothing. */
const ways: { [P in Phase]: Partial<Record<ProtocolEvent['type'], Phase>> } = {
  opening: { opened: 'saved' },
  draft: {
    typed: 'draft',
    queued: 'queued',
    signing: 'filesFirst',
    signed: 'signed',
    discarded: 'discarded',
  },
  queued: {
    typed: 'queued',
    queued: 'queued',
    stored: 'saved',
    lost: 'queued',
    refused: 'refused',
    conflicted: 'conflict',
    discarded: 'discarded',
  },
  refused: {
    typed: 'refused',
    queued: 'queued',
    signing: 'filesFirst',
    signed: 'signed',
    discarded: 'discarded',
  },
  conflict: {
    typed: 'conflict',
    queued: 'queued',
    merged: 'draft',
    signing: 'filesFirst',
    signed: 'signed',
    discarded: 'discarded',
  },
  saved: {
    typed: 'draft',
    queued: 'queued',
    signing: 'filesFirst',
    signed: 'signed',
    stays: 'saved',
    discarded: 'discarded',
  },
  filesFirst: {
    typed: 'filesFirst',
    queued: 'queued',
    withoutFiles: 'filesFirst',
    filesSettled: 'signing',
    cancelled: 'saved',
    discarded: 'discarded',
  },
  signing: { signed: 'signed', cancelled: 'saved', discarded: 'discarded' },
  signed: { changing: 'opening', reopened: 'opening' },
  discarded: {},
};

const then = (state: Protocol, ...happened: ProtocolEvent[]) => happened.reduce(nextProtocol, state);
const cases = Object.values(states).flatMap((state) =>
  Object.values(events).map((event) => [state, event, ways[state.phase][event.type]] as const),
);

describe('A protocol', () => {
  it.each(cases)('%j and %j', (state, event, to) => {
    const next = nextProtocol(state, event);
    if (to) expect(next.phase).toBe(to);
    else expect(next).toBe(state);
  });

  it('is edited, sent, read and signed', () => {
    const fresh = then(opening, { type: 'opened', stored: null, kept: null });
    expect(fresh).toEqual({ phase: 'draft', base: null, typed: false });
    const onItsWay = then(fresh, events.typed, { ...events.queued, aim: 'screen' });
    expect(onItsWay).toMatchObject({ phase: 'queued', base: null, typed: true, answer: 'awaited' });
    const filesFirst = then(onItsWay, events.stored);
    expect(filesFirst).toMatchObject({ phase: 'filesFirst', base: newer, typed: false });
    expect(then(filesFirst, events.filesSettled, events.signed)).toMatchObject({
      phase: 'signed',
      here: true,
    });
  });

  it('signed on paper is stored first, so that its files are part of it', () => {
    const first = then(states.draft, { ...events.queued, aim: 'paper' }, events.stored);
    expect(first).toMatchObject({ phase: 'filesFirst', signing: 'paper' });
    // The form ticks the signature, which is not stored yet.
    const waiting = then(first, events.typed, events.withoutFiles);
    expect(then(waiting, events.filesSettled)).toBe(waiting);
    expect(then(waiting, events.cancelled).phase).toBe('draft');
    const again = then(waiting, events.queued);
    expect(holdsFiles(again)).toBe(true);
    expect(then(again, { type: 'stored', stored: signed })).toMatchObject({ phase: 'signed', here: true });
  });

  it('that is new is stored before it is signed', () => {
    const fresh: Protocol = { phase: 'draft', base: null, typed: true };
    expect(then(fresh, events.signing)).toBe(fresh);
    expect(then(fresh, events.signed)).toBe(fresh);
  });

  it('is unchanged if all input is undone', () => {
    const undone = { type: 'typed', typed: false } as const;
    expect(then(states.draft, undone)).toEqual(states.saved);
    expect(then({ phase: 'draft', base: null, typed: true }, undone).phase).toBe('draft');
    expect(then({ phase: 'draft', base: signed, typed: true }, undone).phase).toBe('draft');
  });

  it('that was stored despite a lost answer is changed by later input', () => {
    const lost = then({ phase: 'draft', base: null, typed: true }, events.queued, events.lost);
    expect(lost).toMatchObject({ phase: 'queued', answer: 'lost' });
    const found = then(lost, events.queued, { ...events.queued, stored });
    expect(found).toMatchObject({ phase: 'queued', base: stored, answer: 'awaited' });
    expect(idOf(then(found, events.refused))).toBe(31);
  });

  it('is restored from the stored draft', () => {
    const kept = { base: null, dirty: true, attempt: null };
    const open = (stored: ServiceProtocol | null, more: Partial<typeof events.opened>) =>
      then(opening, { type: 'opened', stored, kept: null, ...more });
    expect(open(null, { kept })).toEqual({ phase: 'draft', base: null, typed: true });
    expect(open(null, { kept: { ...kept, attempt: outbox.attempt } })).toMatchObject({
      phase: 'queued',
      outbox,
      answer: 'lost',
    });
    // Only files are left to send: the stored version is the current one.
    expect(open(newer, { kept: { base: stored, dirty: false, attempt: null } })).toMatchObject({
      base: newer,
    });
    expect(open(newer, { kept: { base: stored, dirty: true, attempt: null } })).toEqual(states.draft);
  });

  it('is read-only once signed, until an admin changes it', () => {
    const open = { type: 'opened', stored: signed, kept: null } as const;
    const read = then(opening, open);
    expect(read).toMatchObject({ phase: 'signed', here: false });
    expect(then(read, events.changing, open)).toEqual({ phase: 'draft', base: signed, typed: false });
  });

  it('is done once it is saved, until there is new input', () => {
    const saved = then(states.queued, events.stored);
    expect(saved).toMatchObject({ phase: 'saved', done: true });
    expect(then(saved, { type: 'typed', typed: false })).toMatchObject({ done: true });
    expect(then(saved, events.stays)).toMatchObject({ phase: 'saved', done: false });
  });
});

describe('Closing', () => {
  const nothing: AtStake = { unsent: 0, staying: 0, notKept: null };
  const photo: AtStake = { unsent: 1, staying: 1, notKept: null };
  const onItsWay: AtStake = { ...photo, staying: 0 };
  const full = { text: true };
  it.each<[string, Protocol, AtStake, Loss | null]>([
    ['before it is read', opening, photo, null],
    ['of what is stored', states.saved, nothing, null],
    ['of what is typed', states.draft, nothing, 'typed'],
    ['while it is sent', states.queued, nothing, 'sending'],
    ['while it is sent, and not kept', states.queued, { ...nothing, notKept: full }, 'typed'],
    ['after a lost answer', { ...states.queued, answer: 'lost' }, nothing, 'typed'],
    ['before the signature', states.signing, nothing, 'signing'],
    ['while its files are sent', states.saved, onItsWay, null],
    ['with a file that stays', states.saved, photo, 'files'],
    ['of files the phone does not keep', states.saved, { ...onItsWay, notKept: { text: false } }, 'typed'],
    ['of the files of a new one', { phase: 'draft', base: null, typed: false }, photo, 'typed'],
    ['of a signed one', states.signed, nothing, null],
    ['of a signed one with files', states.signed, photo, 'files'],
    ['of what was given up', states.discarded, photo, null],
  ])('%s asks for what it loses', (_, state, stake, loss) => {
    expect(lossOf(state, stake)).toBe(loss);
  });

  it('discards input, but nothing of a signed protocol', () => {
    expect(discardsOnLeaving(states.draft, 'typed')).toBe(true);
    expect(discardsOnLeaving(states.queued, 'sending')).toBe(false);
    expect(discardsOnLeaving(states.signed, 'typed')).toBe(false);
  });
});
