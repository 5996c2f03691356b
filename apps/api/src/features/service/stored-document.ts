/** The bytes of a stored document, which nobody may have changed. */
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { SealObstacle } from '../../generated/prisma/client.ts';

/** The stored bytes of a document are lost or damaged. */
export class NotAsStored extends Error {
  readonly obstacle: SealObstacle;
  constructor(message: string, obstacle: SealObstacle, cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** Whether an error says nothing else than the obstacle that was told when it was found. */
export const isKnown = (error: unknown, obstacle: SealObstacle | null): boolean =>
  error instanceof NotAsStored && error.obstacle === obstacle;

/** @throws NotAsStored if the bytes are lost or damaged: a seal would make them look genuine */
export async function readUnchanged(
  deps: Pick<Deps, 'files'>,
  key: string,
  sha256: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = await deps.files.get(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new NotAsStored(`The document ${key} is missing`, 'LOST', error);
  });
  const bytes = new Uint8Array(content);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new NotAsStored(`The document ${key} is not as it was stored`, 'ALTERED');
  return bytes;
}
