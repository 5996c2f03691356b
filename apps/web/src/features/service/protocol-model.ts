/**
 * The state machine of a protocol on the phone, from first input to signature. It has no access to network, storage or
 * screen: storing drafts, sending and signing are effects around it, which report events.
 */
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import type { Outbox } from '../../lib/outbox.ts';

/** The next step after storing: nothing, signing on the screen, or recording a signature on paper. */
export type Aim = 'done' | Signing;
type Signing = 'screen' | 'paper';

interface Written {
  /** The stored protocol being changed. Null: a new one. */
  base: ServiceProtocol | null;
  /** The form has input that is not stored. */
  typed: boolean;
}
interface Stored {
  base: ServiceProtocol;
  typed: boolean;
}
/** Whether unsent files are held back, because the protocol is being signed without them. */
interface Files {
  withoutFiles: boolean;
}

interface States {
  /** Not loaded yet. `changes`: opened for editing, even if it is signed. */
  opening: { changes: boolean };
  draft: Written;
  /** Being sent. `lost`: the answer was lost, so it may be stored or not. Repeating the request stores it once. */
  queued: Written & Files & { outbox: Outbox<ServiceInput>; aim: Aim; answer: 'awaited' | 'lost' };
  /** The server refused the save; the input stays. */
  refused: Written;
  /** Another user saved meanwhile; the input stays. */
  conflict: Written;
  /** `done`: only its files are left to send. */
  saved: Stored & { done: boolean };
  /** Its files are sent first, because they are part of the signed content. */
  filesFirst: Stored & Files & { signing: Signing };
  /** The customer reads and signs. */
  signing: Stored & Files;
  /** `here`: just signed on this device. */
  signed: Stored & { here: boolean };
  /** Discarded by the user. */
  discarded: Written;
}

export type Phase = keyof States;
type In<P extends Phase> = { [Each in P]: { phase: Each } & States[Each] }[P];
export type Protocol = In<Phase>;

/** What is stored on the phone for a protocol. */
interface Kept extends Pick<Written, 'base'> {
  dirty: boolean;
  attempt: Outbox<ServiceInput>['attempt'] | null;
}

export type ProtocolEvent =
  | { type: 'opened'; stored: ServiceProtocol | null; kept: Kept | null }
  | { type: 'typed'; typed: boolean }
  /** Being sent; `stored` is the result of a lost attempt that had been stored. */
  | { type: 'queued'; outbox: Outbox<ServiceInput>; stored: ServiceProtocol | null; aim: Aim }
  | { type: 'stored'; stored: ServiceProtocol }
  | { type: 'lost' }
  | { type: 'refused' }
  | { type: 'conflicted' }
  /** The other user's changes were loaded. */
  | { type: 'merged'; stored: ServiceProtocol }
  | { type: 'signing'; how: Signing }
  | { type: 'withoutFiles' }
  | { type: 'filesSettled' }
  | { type: 'cancelled' }
  | { type: 'signed'; here: boolean }
  | { type: 'changing' }
  /** It is not signed any more: its signature was refused, or another user has reopened it. */
  | { type: 'reopened' }
  | { type: 'stays' }
  | { type: 'discarded' };

/** The allowed transitions: a transition that is not listed does not compile. */
interface Next {
  opening: 'draft' | 'queued' | 'saved' | 'signed';
  draft: 'draft' | 'saved' | 'queued' | 'filesFirst' | 'signed' | 'discarded';
  queued: 'queued' | 'saved' | 'filesFirst' | 'signed' | 'refused' | 'conflict' | 'discarded';
  refused: 'refused' | 'queued' | 'filesFirst' | 'signed' | 'discarded';
  conflict: 'conflict' | 'draft' | 'saved' | 'queued' | 'filesFirst' | 'signed' | 'discarded';
  saved: 'saved' | 'draft' | 'queued' | 'filesFirst' | 'signed' | 'discarded';
  filesFirst: 'filesFirst' | 'draft' | 'saved' | 'signing' | 'queued' | 'discarded';
  signing: 'saved' | 'signed' | 'discarded';
  signed: 'opening';
  discarded: never;
}

type Event<Type extends ProtocolEvent['type']> = Extract<ProtocolEvent, { type: Type }>;
type Transitions = {
  [From in Phase]: {
    [Type in ProtocolEvent['type']]?: (state: In<From>, event: Event<Type>) => In<Next[From]>;
  };
};

const written = ({ base, typed }: Written): In<'draft' | 'saved'> =>
  typed || !base || base.state === 'SIGNED'
    ? { phase: 'draft', base, typed }
    : { phase: 'saved', base, typed: false, done: false };
const queue = (
  { base, typed, ...rest }: Written & Partial<Files>,
  { outbox, stored, aim }: Event<'queued'>,
): In<'queued'> => ({
  phase: 'queued',
  base: stored ?? base,
  typed,
  outbox,
  aim,
  answer: 'awaited',
  withoutFiles: rest.withoutFiles ?? false,
});
const discard = ({ base }: Written): In<'discarded'> => ({ phase: 'discarded', base, typed: false });
/** Signed by another user, or signed again: only the stored version can be signed. */
const end = <P extends 'draft' | 'refused' | 'conflict' | 'saved'>(
  state: In<P>,
  { here }: Event<'signed'>,
): In<P> | In<'signed'> => (state.base ? { phase: 'signed', base: state.base, typed: false, here } : state);
/** A new protocol is stored before it is signed. */
const sendFiles = <P extends 'draft' | 'refused' | 'conflict' | 'saved'>(
  state: In<P>,
  { how }: Event<'signing'>,
): In<P> | In<'filesFirst'> =>
  state.base
    ? { phase: 'filesFirst', base: state.base, typed: state.typed, signing: how, withoutFiles: false }
    : state;

const transitions: Transitions = {
  opening: {
    opened: ({ changes }, { stored, kept }) => {
      if (stored?.state === 'SIGNED' && !changes)
        return { phase: 'signed', base: stored, typed: false, here: false };
      const typed = kept?.dirty ?? false;
      const base = kept && typed ? kept.base : stored;
      if (!kept?.attempt) return written({ base, typed });
      const outbox = { attempt: kept.attempt, newer: null };
      const lost = queue({ base, typed }, { type: 'queued', outbox, stored: null, aim: 'done' });
      return { ...lost, answer: 'lost' };
    },
  },
  draft: {
    typed: ({ base }, { typed }) => written({ base, typed }),
    queued: queue,
    signing: sendFiles,
    signed: end,
    discarded: discard,
  },
  queued: {
    typed: (state, { typed }) => ({ ...state, typed }),
    queued: queue,
    stored: ({ aim, withoutFiles }, { stored }) => {
      if (aim !== 'done')
        return { phase: 'filesFirst', base: stored, typed: false, signing: aim, withoutFiles };
      return stored.state === 'SIGNED'
        ? { phase: 'signed', base: stored, typed: false, here: true }
        : { phase: 'saved', base: stored, typed: false, done: true };
    },
    lost: (state) => ({ ...state, answer: 'lost' }),
    refused: ({ base, typed }) => ({ phase: 'refused', base, typed }),
    conflicted: ({ base, typed }) => ({ phase: 'conflict', base, typed }),
    discarded: discard,
  },
  refused: {
    typed: (state, { typed }) => ({ ...state, typed }),
    queued: queue,
    signing: sendFiles,
    signed: end,
    discarded: discard,
  },
  conflict: {
    typed: (state, { typed }) => ({ ...state, typed }),
    merged: ({ typed }, { stored }) => written({ base: stored, typed }),
    queued: queue,
    signing: sendFiles,
    signed: end,
    discarded: discard,
  },
  saved: {
    typed: ({ base, done }, { typed }) =>
      typed ? written({ base, typed }) : { phase: 'saved', base, typed, done },
    stays: (state) => ({ ...state, done: false }),
    queued: queue,
    signing: sendFiles,
    signed: end,
    discarded: discard,
  },
  filesFirst: {
    typed: (state, { typed }) => ({ ...state, typed }),
    withoutFiles: (state) => ({ ...state, withoutFiles: true }),
    filesSettled: (state) =>
      state.signing === 'screen'
        ? { phase: 'signing', base: state.base, typed: state.typed, withoutFiles: state.withoutFiles }
        : state,
    // A protocol signed on paper is saved as signed.
    queued: queue,
    cancelled: written,
    discarded: discard,
  },
  signing: {
    signed: ({ base }, { here }) => ({ phase: 'signed', base, typed: false, here }),
    cancelled: ({ base }) => ({ phase: 'saved', base, typed: false, done: false }),
    discarded: discard,
  },
  signed: {
    changing: () => ({ phase: 'opening', changes: true }),
    reopened: () => opening,
  },
  discarded: {},
};

export const opening: In<'opening'> = { phase: 'opening', changes: false };

/** The protocol after an event. An event that its phase does not handle came too late, and changes nothing. */
export function nextProtocol(state: Protocol, event: ProtocolEvent): Protocol {
  // Known already: nothing is drawn again for it.
  if (event.type === 'typed' && 'typed' in state && state.typed === event.typed) return state;
  const transition = transitions[state.phase][event.type] as
    | ((state: Protocol, event: ProtocolEvent) => Protocol)
    | undefined;
  return transition ? transition(state, event) : state;
}

/** The id of the stored protocol. Null: a new one. */
export const idOf = (state: Protocol): number | null => ('base' in state && state.base?.id) || null;

/** Whether its unsent files are held back, because it is being signed without them. */
export const holdsFiles = (state: Protocol): boolean => 'withoutFiles' in state && state.withoutFiles;

/** What closing would lose or interrupt: input, a running save, a signature, unsent files. */
export type Loss = 'typed' | 'sending' | 'signing' | 'files';

/** Also at risk: unsent files, and whether the phone fails to store text or files. */
export interface AtStake {
  unsent: number;
  /** Unsent files that are not sent after closing. */
  staying: number;
  notKept: { text: boolean } | null;
}

/** Unsent files of a stored protocol are sent after closing or stay on the phone, if it can store them. */
export const lossOfFiles = ({ unsent, staying, notKept }: AtStake): Loss | null => {
  if (notKept && unsent > 0) return 'typed';
  return staying > 0 ? 'files' : null;
};

/** What closing would lose or interrupt. Null: nothing. */
export function lossOf(state: Protocol, stake: AtStake): Loss | null {
  if (state.phase === 'opening' || state.phase === 'discarded') return null;
  if (state.phase === 'queued' && state.answer === 'awaited' && !stake.notKept?.text) return 'sending';
  if (state.typed) return 'typed';
  if (state.phase === 'signing') return 'signing';
  const files = lossOfFiles(stake);
  // The files of a new protocol are deleted with it.
  return files && !state.base ? 'typed' : files;
}

/** Whether leaving discards the input. Otherwise, it stays on the phone. */
export const discardsOnLeaving = (state: Protocol, loss: Loss | null): boolean =>
  loss === 'typed' && state.phase !== 'signed';
