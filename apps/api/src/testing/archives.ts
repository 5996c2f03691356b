/** Archives of all data, as an administrator gets them. */
import { type Archive, archivePartBytes, isArchiveAtWork } from '@servicebook/shared/archive';
import { expect, vi } from 'vitest';
import type { Api } from './app.ts';

/** Has an archive of all data made and downloads it. */
export async function readArchive(admin: Api): Promise<ArrayBuffer> {
  const { id } = await admin.export.accountData({ body: {} });
  await vi.waitFor(
    async () => {
      const { status, errorCode } = await admin.export.findById({ params: { id } });
      expect({ status, errorCode }).toEqual({ status: 'DONE', errorCode: null });
    },
    { timeout: 20_000, interval: 25 },
  );
  const { data } = await admin.http.get<ArrayBuffer>(`/api/export/download/${id}`, {
    responseType: 'arraybuffer',
  });
  return data;
}

/** Uploads an archive in parts, as the screen does. */
export async function uploadArchive(admin: Api, bytes: Uint8Array, filename = 'all.zip'): Promise<Archive> {
  const { id } = await admin.archive.begin({ body: { filename, size: bytes.length } });
  for (let position = 0; position * archivePartBytes < bytes.length; position++) {
    const part = bytes.slice(position * archivePartBytes, (position + 1) * archivePartBytes);
    await admin.archive.part({ body: { id, position }, file: new Blob([part]) });
  }
  return admin.archive.check({ params: { id } });
}

/** Waits until no job works on the newest archive. */
export const settledArchive = (admin: Api): Promise<Archive> =>
  vi.waitFor(
    async () => {
      const { archive } = await admin.archive.situation();
      if (!archive || isArchiveAtWork(archive)) throw new Error('still at work');
      return archive;
    },
    { timeout: 20_000, interval: 25 },
  );

/** Brings an archive back. */
export async function bringBack(admin: Api, bytes: Uint8Array): Promise<Archive> {
  const { id } = await uploadArchive(admin, bytes);
  expect(await settledArchive(admin)).toMatchObject({ state: 'CHECKED', fault: null });
  await admin.archive.run({ params: { id } });
  return settledArchive(admin);
}
