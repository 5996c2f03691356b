import { Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { currentLanguage } from '../lib/i18n.ts';
import { getsNoAnswer } from '../lib/no-connection.ts';
import { usePrinting } from '../lib/printing.ts';
import { showToast } from '../lib/toast.ts';
import type { TableQuery } from './data-table.tsx';

/** Of `useTableState`. */
export interface Printing {
  /** All rows are in one page, as many as are printed at most. */
  isPrinted: boolean;
  /** The list of a page, not of a tab or dialog: the print key of the browser prints it. */
  isMain: boolean;
  start: () => void;
  end: () => void;
}

interface ListPrintProps {
  printing: Printing;
  query: TableQuery;
  /** How many rows are shown, and how many there are; undefined until the first answer. */
  rows: number | undefined;
  total: number | undefined;
  search: string;
  words: readonly (string | false | null | undefined)[] | undefined;
}

/**
 * Opens the browser's print when all rows of a list are there, and shows its page again afterwards. The browser cannot
 * wait for rows, so its key is caught; its menu prints the page that is shown. On paper, it says above the table what
 * the list is narrowed to, and whether rows are missing.
 */
export function ListPrint({ printing, query, rows = 0, total = 0, search, words = [] }: ListPrintProps) {
  const { t } = useTranslation(['components', 'common']);
  const onPaper = usePrinting();
  const isPart = rows < total;
  useListPrint(printing, query, isPart);
  if (!onPaper) return null;
  const [shown, all] = [rows, total].map((count) => formatNumber(count, currentLanguage()));
  const filter = words.filter(Boolean).join(', ');
  const said = [
    search && t('table.printedSearch', { text: search }),
    filter && t('table.printedFilter', { words: filter }),
  ].filter(Boolean);
  return (
    <>
      {said.length > 0 && <Text size="sm">{said.join(' · ')}</Text>}
      {isPart && (
        <Text size="sm" fw={700}>
          {t(printing.isPrinted ? 'table.printedFirst' : 'table.printedPage', { rows: shown, total: all })}
        </Text>
      )}
    </>
  );
}

/** @param isPart whether the screen shows only some of the rows */
function useListPrint({ isPrinted, isMain, start, end }: Printing, query: TableQuery, isPart: boolean) {
  const { t } = useTranslation('common');
  const { error, data, isPlaceholderData } = query;
  const isThere = data !== undefined && !isPlaceholderData;
  const failed = !isThere && error !== null && query.fetchStatus === 'idle';
  const noAnswer = !isThere && getsNoAnswer(query);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of a table do the same in every render
  useEffect(() => {
    if (!isPrinted || !(failed || noAnswer)) return;
    showToast({ tone: 'error', message: failed ? errorText(error) : t('states.noConnection') });
    end();
  }, [isPrinted, failed, noAnswer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!isPrinted || !isThere) return;
    // Some browsers go on while the print is open, and then tell later that it has ended.
    window.addEventListener('afterprint', end);
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', end);
    };
  }, [isPrinted, isThere]);

  useWindowEvent('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isPrintKey = (ctrlKey || metaKey) && !altKey && !shiftKey && (code === 'KeyP' || key === 'p');
    if (!isPrintKey || !isMain || !isPart || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    start();
  });
}
