/** What was never sent is changed or removed on this phone alone. */
import type { FileDto, ServiceProtocol } from '@servicebook/shared/service';
import type { WaitingCall } from '../../lib/unsent.ts';
import type { Entry } from './database.ts';
import {
  changeEntry,
  discardEntry,
  isOpen,
  keepOverlay,
  listEntries,
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

/** @returns null if the call is about a record that the server knows */
export async function changedHere(
  { path, body }: WaitingCall,
  owner: string,
): Promise<{ data: unknown } | null> {
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
