import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** Stores a drawing without re-encoding it. @returns the id of the file */
export async function storePicture(
  deps: Deps,
  { accountId, userId }: Ctx,
  bytes: Uint8Array,
  of: { kind: 'LOGO' | 'MACHINE_NAMEPLATE'; filename: string; deviceId?: number; description?: string },
): Promise<number> {
  const key = await deps.files.put(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = await deps.db.of({ accountId }).storedFile.create({
    data: {
      accountId,
      key,
      contentType: 'image/png',
      size: bytes.length,
      sha256,
      userCreatedId: userId,
      ...of,
    },
  });
  return row.id;
}
