import { Button } from '@mantine/core';
import { mostNamedRows } from '@servicebook/shared/import';
import type { Cell } from '@servicebook/shared/import-fields';
import { IconCopyCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useFixAlike } from './import.queries.ts';

/** A correction that further rows need too. */
export interface Alike {
  position: number;
  sheet: number;
  column: number;
  before: Cell;
  value: Cell;
  count: number;
}

/** Corrects the further rows in one go, and offers to take that back. */
export function AlikeButton({ id, alike, onDone }: { id: number; alike: Alike; onDone: () => void }) {
  const { t } = useTranslation('import');
  const fix = useFixAlike();
  const { sheet, column, before, value, count } = alike;
  const failed = (error: unknown) => showToast({ tone: 'error', message: errorText(error) });
  const correct = () =>
    fix.mutate(
      { body: { id, sheet, column, before, value } },
      {
        onSuccess: ({ positions }) => {
          onDone();
          const body = { id, sheet, column, before: value, value: before, positions };
          showToast({
            tone: 'success',
            id: `corrected ${id} ${alike.position} ${column}`,
            message: t('screen.rows.corrected', { count: positions.length }),
            ...(positions.length <= mostNamedRows && {
              action: {
                label: t('screen.rows.takeBack'),
                run: () => fix.mutate({ body }, { onError: failed }),
                undoes: true,
              },
            }),
          });
        },
        onError: failed,
      },
    );
  return (
    <Button
      variant="light"
      loading={fix.isPending}
      leftSection={<IconCopyCheck size={18} aria-hidden />}
      style={{ alignSelf: 'start' }}
      onClick={correct}
    >
      {t('screen.rows.alike', { count })}
    </Button>
  );
}
