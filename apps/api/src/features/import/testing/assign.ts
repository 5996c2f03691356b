import type { Import } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import type { Api } from '../../../testing/app.ts';

/** Says what the columns of the first sheet hold, as the screen does. */
export const assign = (
  api: Api,
  { id, sheets }: Import,
  fields: (ImportField | null)[],
  options: object = {},
) =>
  api.import.setMapping({
    body: {
      id,
      sheets: [
        {
          headerRow: sheets[0]?.headerRow ?? null,
          columns: fields.map((field) => ({ field, dateOrder: null })),
        },
      ],
      options,
    },
  });
