import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Import } from '@servicebook/shared/import';
import { asMachinePlaces } from '@servicebook/shared/import-places';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { sheetColumn } from './cell-text.ts';
import { useCheck } from './import.queries.ts';
import { mappingOf } from './mapping-of.ts';

/** Fewer rows are typing errors. */
const fewestRows = 3;

/**
 * Asks once, before anything is imported, whether an address in which many rows contradict each other is the machine's. One press says so
 * and has the rows checked again.
 */
export function AddressQuestions({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const check = useCheck();
  if (found.state !== 'CHECKED' || found.startedAt !== null) return null;
  const mapping = mappingOf(found);
  return found.counts.addressConflicts.map(({ sheet, columns, rows }) => {
    const stored = found.sheets[sheet]?.columns ?? [];
    const moved = asMachinePlaces(stored.map(({ field }) => field));
    if (!moved || rows < fewestRows) return null;
    const names = columns.map((column) => stored[column]?.header || sheetColumn(column)).join(', ');
    const sheets = mapping.sheets.map((each, index) =>
      index === sheet
        ? { ...each, columns: each.columns.map((column, at) => ({ ...column, field: moved[at] ?? null })) }
        : each,
    );
    return (
      <Alert key={sheet} color="blue" role="note" icon={<IconMapPinQuestion aria-hidden />} mt="md">
        <Stack gap="sm" align="flex-start">
          <Text>{t('screen.check.whoseAddress', { names, count: rows })}</Text>
          <ErrorNotice error={check.error} />
          <Button
            variant="default"
            loading={check.isPending}
            onClick={() => check.mutate({ ...mapping, sheets })}
          >
            {t('screen.check.addressOfMachine')}
          </Button>
        </Stack>
      </Alert>
    );
  });
}
