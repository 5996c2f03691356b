import type { Import } from '@servicebook/shared/import';
import { vi } from 'vitest';
import type { Api } from '../../../testing/app.ts';

/** The import as it is once its check, run or undo has ended. */
export const settled = (api: Api, id: number): Promise<Import> =>
  vi.waitFor(
    async () => {
      const found = await api.import.findById({ params: { id } });
      if (['CHECKING', 'RUNNING', 'UNDOING'].includes(found.state)) throw new Error(found.state);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
