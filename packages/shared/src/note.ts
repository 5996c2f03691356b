import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, idText, instant, reference, requiredText } from './primitives.ts';

/** A note on a machine, shown with its last author. */
export const DeviceNote = z.object({
  id: z.number(),
  text: z.string(),
  device: z.object({ id: z.number() }),
  userUpdated: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  /** The author, who may delete it without being an admin. */
  userCreated: z.object({ id: z.number() }),
  updatedAt: instant,
});
export type DeviceNote = z.infer<typeof DeviceNote>;

const fields = { text: requiredText(5000, 1, 'ENTER_TEXT'), device: reference };
export const NoteInsert = z.strictObject({ id: z.null().optional(), ...fields });
export type NoteInsert = z.output<typeof NoteInsert>;
export const NoteUpdate = z.strictObject({ id, ...fields });
export type NoteUpdate = z.output<typeof NoteUpdate>;

export const noteContract = {
  findByDevice: endpoint({
    method: 'get',
    path: '/api/deviceNote/findByIdDevice/{deviceId}',
    summary: 'All notes of a machine, newest first',
    access: 'account.read',
    params: z.strictObject({ deviceId: idText }),
    response: z.array(DeviceNote),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/deviceNote/insert',
    summary: 'Adds a note',
    access: 'note.edit',
    body: NoteInsert,
    response: DeviceNote,
    idempotent: true,
  }),
  update: endpoint({
    method: 'put',
    path: '/api/deviceNote/update',
    summary: 'Changes a note',
    access: 'note.edit',
    body: NoteUpdate,
    response: DeviceNote,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/deviceNote/delete/{id}',
    summary: 'Deletes a note: one’s own, or any for an admin',
    access: 'note.delete',
    params: idParams,
    response: 'empty',
  }),
};
