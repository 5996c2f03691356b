/** What was never sent is changed or removed on this phone alone. */
import type { DeviceNote, NoteInsert, NoteUpdate } from '@servicebook/shared/note';
import type { FileDto, ServiceProtocol } from '@servicebook/shared/service';
import { presentTime } from '../../lib/server-time.ts';
import type { WaitingCall } from '../../lib/unsent.ts';
import type { Entry } from './database.ts';
import {
  changeEntry,
  discardEntry,
  isOpen,
  keepOverlay,
  listEntries,
  neverSent,
  readOverlay,
  removeEntry,
} from './entries.ts';

const addedBy = ({ label, file, answer }: Entry): number | undefined =>
  label.kind === 'photo' && file ? (answer as ServiceProtocol).fileDtos.at(-1)?.id : undefined;

async function photoChanged(
  owner: string,
  fileId: number,
  store: (seq: number) => Promise<unknown>,
  change: (file: FileDto) => FileDto[],
): Promise<{ data: unknown } | null> {
  const entries = await listEntries(owner);
  const entry = entries.find((each) => addedBy(each) === fileId);
  if (!entry || !isOpen(entry)) return null;
  const signed = entries.some(({ group, label }) => group === entry.group && label.kind === 'signature');
  if (signed) return null;
  if (!(await store(entry.seq))) return null;
  const path = `/api/service/findById/${entry.group.split(':')[1]}`;
  const before = (await readOverlay(owner, path)) as ServiceProtocol | undefined;
  const fileDtos = before?.fileDtos.flatMap((file) => (file.id === fileId ? change(file) : file));
  const after = { ...before, fileDtos };
  if (before) await keepOverlay(owner, entry.group, path, after);
  return { data: after };
}

const noteOf = async (owner: string, id: number): Promise<Entry | undefined> =>
  (await listEntries(owner)).find(
    ({ label, answer }) =>
      (label.kind === 'note' || label.kind === 'visitNote') && (answer as { id: number }).id === id,
  );

async function noteDeleted(owner: string, id: number): Promise<{ data: unknown } | null> {
  const entry = await noteOf(owner, id);
  return entry && (await removeEntry(entry.seq)) ? { data: '' } : null;
}

async function noteChanged(owner: string, { id, text }: NoteUpdate): Promise<{ data: unknown } | null> {
  const entry = await noteOf(owner, id);
  const at = presentTime().toISOString();
  const changed =
    entry &&
    (await changeEntry(entry.seq, (now) => {
      if (!isOpen(now)) return null;
      const body = now.body as NoteInsert;
      // It is named by its machine and its text.
      const machine = now.label.name.slice(0, now.label.name.length - body.text.length);
      return {
        ...now,
        ...neverSent(),
        writtenAt: new Date().toISOString(),
        label: { ...now.label, name: machine + text },
        body: { ...body, text },
        answer: { ...(now.answer as DeviceNote), text, updatedAt: at },
      };
    }));
  return changed ? { data: changed.answer } : null;
}

/** @returns null if the call is about a record that the server knows */
export async function changedHere(
  { path, body }: WaitingCall,
  owner: string,
): Promise<{ data: unknown } | null> {
  if (path === '/api/deviceNote/update') return noteChanged(owner, body as NoteUpdate);
  const [, note] = /^\/api\/(?:deviceNote\/delete|visit\/deleteNote)\/(-\d+)$/.exec(path) ?? [];
  if (note) return noteDeleted(owner, Number(note));
  const [, action, given] = /^\/api\/service\/(delete|deleteFile|printFile)\/(-\d+)$/.exec(path) ?? [];
  const id = Number(given);
  if (action === 'deleteFile') return photoChanged(owner, id, removeEntry, () => []);
  if (action === 'printFile') {
    const { print } = body as { print: boolean };
    const store = (seq: number) =>
      changeEntry(seq, (now) =>
        isOpen(now) ? { ...now, query: { ...now.query, print: String(print) } } : null,
      );
    return photoChanged(owner, id, store, (file) => [{ ...file, print }]);
  }
  if (action === 'delete') {
    const [first] = (await listEntries(owner)).filter(({ group }) => group === `service:${id}`);
    if (!first || !isOpen(first)) return null;
    return (await discardEntry(first)) ? { data: '' } : null;
  }
  return null;
}
