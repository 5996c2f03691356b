/**
 * What a check or a run knows while it goes through the rows: records that exist and records that rows create, and by
 * which keys they are found. A row or a batch that fails leaves nothing behind: every change can be taken back.
 */
import type { ImportEntity } from '@servicebook/shared/import';
import type { Values } from './import-entities.ts';

/** A record. It is never changed: another one takes its place. */
export interface Draft {
  /** The number by which others refer to it. */
  ref: number;
  entity: ImportEntity;
  /** Null until it is written. */
  id: number | null;
  /** As it stands, with what the rows up to now have written. */
  values: Values;
  /** The first row that has said what each value is. A list of 50,000 rows has many of them, so they are not copied. */
  given: Readonly<Record<string, RowPlace>>;
  /** The first row that names it. */
  namedBy: number | null;
  /** It was there before this import. */
  isOld: boolean;
  keys: readonly string[];
}

/** A row of the file. */
export interface RowPlace {
  position: number;
  /** The name of its sheet, and its number there. */
  sheet: string;
  row: number;
}

/** What was there before a change. A plain object: a batch makes thousands of them. */
interface Former {
  map: Map<unknown, unknown>;
  key: unknown;
  before: unknown;
}

export class PlanState {
  private readonly drafts = new Map<number, Draft>();
  private readonly refs = new Map<string, readonly number[]>();
  private readonly byId = new Map<string, number>();
  private readonly claims = new Map<number, number>();
  private journal: Former[] = [];
  private count = 0;

  /** A mark to return to. */
  mark(): number {
    return this.journal.length;
  }

  /** Takes back everything since a mark. */
  backTo(mark: number): void {
    while (this.journal.length > mark) {
      const { map, key, before } = this.journal.pop() as Former;
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    }
  }

  /** Everything up to now stays: there is no way back beyond this. */
  keep(): void {
    this.journal = [];
  }

  get(ref: number): Draft {
    const draft = this.drafts.get(ref);
    if (!draft) throw new Error(`no draft ${ref}`);
    return draft;
  }

  /** The records with a key, those of the database first. */
  find(key: string): Draft[] {
    return (this.refs.get(key) ?? []).map((ref) => this.get(ref));
  }

  withId(entity: ImportEntity, id: number): Draft | undefined {
    const ref = this.byId.get(`${entity}:${id}`);
    return ref === undefined ? undefined : this.get(ref);
  }

  /** A record that a row names for the first time. */
  add(draft: Omit<Draft, 'ref' | 'keys'>, keys: readonly string[]): Draft {
    const ref = ++this.count;
    const added = { ...draft, ref, keys: [] };
    this.set(this.drafts, ref, added);
    if (draft.id !== null) this.set(this.byId, `${draft.entity}:${draft.id}`, ref);
    return this.replace(added, {}, keys);
  }

  /** Puts other values in the place of a record's, and the keys by which it is found from now on. */
  replace(draft: Draft, change: Partial<Omit<Draft, 'ref' | 'keys'>>, keys = draft.keys): Draft {
    const next = { ...this.get(draft.ref), ...change, keys };
    this.set(this.drafts, draft.ref, next);
    for (const key of draft.keys)
      if (!keys.includes(key)) this.setKey(key, (refs) => refs.filter((ref) => ref !== draft.ref));
    for (const key of keys)
      if (!draft.keys.includes(key))
        this.setKey(key, (refs) => (refs.includes(draft.ref) ? refs : [...refs, draft.ref]));
    if (change.id) this.set(this.byId, `${next.entity}:${change.id}`, draft.ref);
    return next;
  }

  /** Forgets a record that is gone. */
  remove(draft: Draft): void {
    this.replace(draft, {}, []);
    this.set(this.drafts, draft.ref, undefined);
    if (draft.id !== null) this.set(this.byId, `${draft.entity}:${draft.id}`, undefined);
  }

  /** The row that a record belongs to, when each row stands for one of several that are alike. */
  claimOf(draft: Draft): number | undefined {
    return this.claims.get(draft.ref);
  }

  claim(draft: Draft, position: number): void {
    this.set(this.claims, draft.ref, position);
  }

  private setKey(key: string, change: (refs: readonly number[]) => readonly number[]): void {
    const next = change(this.refs.get(key) ?? []);
    this.set(this.refs, key, next.length > 0 ? next : undefined);
  }

  private set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
    this.journal.push({ map: map as Map<unknown, unknown>, key, before: map.get(key) });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
}
