/** Files of machines: documents and nameplate photos. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, idText, instant, optionalText, reference } from './primitives.ts';
import { uploadRefusals, withoutTurns } from './storage.ts';

export const fileTypes = ['MACHINE_FILE', 'MACHINE_NAMEPLATE'] as const;
export const FileType = z.enum(fileTypes, 'INVALID');
export type FileType = z.infer<typeof FileType>;

export const DeviceFile = z.object({
  id: z.number(),
  filename: z.string(),
  /** The value for `downloadFile?fileName=`. */
  key: z.string(),
  description: z.string(),
  type: FileType,
  contentType: z.string(),
  size: z.number(),
  device: z.object({ id: z.number() }),
  userId: z.number().nullable(),
  createdAt: instant,
});
export type DeviceFile = z.infer<typeof DeviceFile>;

/** Shown in place of the file name. */
const description = optionalText().transform(withoutTurns);

/** Shorter than 45 characters, as specified for the nameplate form. */
export const nameplateDescription = 44;

export const FileInput = z
  .strictObject({
    device: reference,
    type: FileType,
    /** The file name chosen by the user; by default the name of the upload. */
    filename: optionalText(),
    description,
  })
  .refine(
    ({ type, description }) => type !== 'MACHINE_NAMEPLATE' || description.length <= nameplateDescription,
    {
      path: ['description'],
      message: 'MAX_44_CHARACTERS',
    },
  );
export type FileInput = z.output<typeof FileInput>;

export const FileDescription = z.strictObject({ id, description });
export type FileDescription = z.output<typeof FileDescription>;

export const fileContract = {
  findByDeviceAndType: endpoint({
    method: 'get',
    path: '/api/file/findByDeviceAndType/{deviceId}/{type}',
    summary: "A machine's files of one type, newest first",
    access: 'account.read',
    params: z.strictObject({ deviceId: idText, type: FileType }),
    response: z.array(DeviceFile),
  }),
  add: endpoint({
    method: 'post',
    path: '/api/file/add',
    summary: 'Adds a file to a machine: of any type, kept as it is; a nameplate must be an image',
    access: 'file.edit',
    body: FileInput,
    upload: { file: 'file', json: 'fileJson', required: true, maxBytes: 25 * 1024 * 1024 },
    response: DeviceFile,
    idempotent: true,
    errors: ['UNSUPPORTED_FILE_TYPE', ...uploadRefusals],
  }),
  updateDescription: endpoint({
    method: 'patch',
    path: '/api/file/updateDescription',
    summary: 'Changes what a file says about itself',
    access: 'file.edit',
    body: FileDescription,
    response: DeviceFile,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/file/delete/{id}',
    summary: 'Deletes a file: one’s own, or any for an admin',
    access: 'file.delete',
    params: idParams,
    response: 'empty',
  }),
};
