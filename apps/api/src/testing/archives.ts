/** Archives of all data, as an administrator gets them. */
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
