import { Box, Button, Checkbox, CloseButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { showToast } from '../lib/toast.ts';
import classes from './data-table.module.css';
import { PlainCheckbox } from './plain-checkbox.tsx';
import { useNarrowScreen } from './use-narrow-screen.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface TableSelection<Row> extends RowSelection {
  idOf: (row: Row) => number;
  /** Names the row's box for screen readers. */
  nameOf: (row: Row) => string;
  /** What can be done with the chosen rows. */
  actions: ReactNode;
  /** All results of the search, also on other pages. */
  all?: { total: number | undefined; load: () => Promise<readonly number[]> };
}

/** The box of one row. Its label fills the cell, so that a thumb finds it. */
export function RowBox<Row>({ row, selection }: { row: Row; selection: TableSelection<Row> }) {
  const { t } = useTranslation('components');
  const { ids, choose, idOf, nameOf, max } = selection;
  const id = idOf(row);
  const chosen = ids.has(id);
  return (
    <PlainCheckbox
      className={classes.box}
      aria-label={t('table.select', { row: nameOf(row) })}
      checked={chosen}
      disabled={!chosen && ids.size >= max}
      onChange={(event) => choose([id], event.currentTarget.checked)}
    />
  );
}

interface PageBoxProps<Row> {
  rows: readonly Row[];
  selection: TableSelection<Row>;
  /** With a visible label, where there is no head of a table. */
  withLabel?: boolean;
}

/** The box for all rows of the page. */
export function PageBox<Row>({ rows, selection, withLabel = false }: PageBoxProps<Row>) {
  const { t } = useTranslation('components');
  const { ids, choose, idOf } = selection;
  const all = rows.map(idOf);
  const chosen = all.filter((id) => ids.has(id)).length;
  const box = {
    checked: chosen > 0 && chosen === all.length,
    indeterminate: chosen > 0 && chosen < all.length,
    disabled: all.length === 0,
    onChange: () => choose(all, chosen < all.length),
  };
  if (withLabel) return <Checkbox {...box} label={t('table.selectPage')} mod="touch" mb="xs" />;
  return <PlainCheckbox {...box} className={classes.box} aria-label={t('table.selectPage')} />;
}

/** Chooses all results, up to the maximum, unless they are chosen already. */
function ChooseAll({ ids, choose, max, all }: RowSelection & Required<Pick<TableSelection<never>, 'all'>>) {
  const { t } = useTranslation('components');
  const narrow = useNarrowScreen();
  const count = Math.min(all.total ?? 0, max);
  const { mutate, isPending } = useMutation({
    mutationFn: all.load,
    onSuccess: (found) => choose(found, true),
    onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
  });
  if (ids.size >= count) return null;
  return (
    // On a phone it is below the count, and begins where that does.
    <Button variant="subtle" px={narrow ? 0 : undefined} loading={isPending} onClick={() => mutate()}>
      {t('table.selectAll', { count })}
    </Button>
  );
}

/** Tells how many rows are chosen, and what can be done with them. */
export function SelectionBar({
  selection,
}: {
  selection: RowSelection & Pick<TableSelection<never>, 'actions' | 'all'>;
}) {
  const { t } = useTranslation('components');
  const { ids, clear, max, actions, all } = selection;
  const narrow = useNarrowScreen();
  return (
    <Box className={classes.selection ?? ''} role="status" data-not-printed>
      {ids.size > 0 && (
        <Group className={classes.selectionBar ?? ''} gap="xs">
          <Text span fw={600}>
            {t('table.selected', { count: ids.size })}
          </Text>
          {ids.size >= max && (
            <Text span size="sm" c="dimmed">
              {t('table.selectedMost', { max })}
            </Text>
          )}
          {narrow && (
            <CloseButton size="lg" ms="auto" aria-label={t('table.clearSelection')} onClick={clear} />
          )}
          {all && <ChooseAll {...selection} all={all} />}
          {!narrow && (
            <Button variant="subtle" color="gray" ms="auto" onClick={clear}>
              {t('table.clearSelection')}
            </Button>
          )}
          <Group gap="xs" mod="actions">
            {actions}
          </Group>
        </Group>
      )}
    </Box>
  );
}
