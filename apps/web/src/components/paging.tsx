import { UnstyledButton } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { pageWindow } from './page-window.ts';
import classes from './paging.module.css';

interface PagingProps {
  /** From 0. */
  page: number;
  size: number;
  total: number;
  sizes?: readonly number[] | undefined;
  onPage: (page: number) => void;
  onSize?: ((size: number) => void) | undefined;
}

interface StepProps {
  label: string;
  off: boolean;
  place: string;
  onClick: () => void;
  children: ReactNode;
}

/** Stays focusable at either end of the list, so that keyboard focus is not lost. */
function Step({ label, off, place, onClick, children }: StepProps) {
  return (
    <UnstyledButton
      className={`${classes.step} ${place}`}
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => !off && onClick()}
    >
      {children}
    </UnstyledButton>
  );
}

/** The row below a table: visible range and total, page sizes, and buttons for other pages if there are any. */
export function Paging({ page, size, total, sizes, onPage, onSize }: PagingProps) {
  const { t } = useTranslation('components');
  const totalPages = Math.max(1, Math.ceil(total / size));
  const number = (value: number) => formatNumber(value, currentLanguage());
  const atStart = page <= 0;
  const atEnd = page >= totalPages - 1;
  return (
    <div className={classes.root}>
      <p className={classes.range} role="status">
        {t('table.range', {
          from: number(Math.min(page * size + 1, total)),
          to: number(Math.min((page + 1) * size, total)),
          total: number(total),
        })}
      </p>
      {sizes && onSize && total > Math.min(...sizes) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and a frame nobody needs here
        <div role="group" aria-label={t('table.pageSize')} className={classes.sizes} data-not-printed>
          {sizes.map((offered) => (
            <UnstyledButton
              key={offered}
              className={classes.size}
              aria-pressed={offered === size}
              title={t('table.pageSize')}
              onClick={() => offered !== size && onSize(offered)}
            >
              {offered}
            </UnstyledButton>
          ))}
        </div>
      )}
      {totalPages > 1 && (
        <nav aria-label={t('table.pages')} className={classes.pages} data-not-printed>
          <Step
            label={t('table.firstPage')}
            off={atStart}
            place={classes.first ?? ''}
            onClick={() => onPage(0)}
          >
            <IconChevronsLeft size={18} aria-hidden />
          </Step>
          <Step
            label={t('table.previousPage')}
            off={atStart}
            place={classes.previous ?? ''}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </Step>
          <div className={classes.numbers}>
            {pageWindow(page, totalPages).map((offered) => (
              <UnstyledButton
                key={offered}
                className={classes.number}
                aria-label={t('table.page', { page: number(offered + 1) })}
                aria-current={offered === page ? 'page' : undefined}
                onClick={() => offered !== page && onPage(offered)}
              >
                {number(offered + 1)}
              </UnstyledButton>
            ))}
          </div>
          <Step
            label={t('table.nextPage')}
            off={atEnd}
            place={classes.next ?? ''}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </Step>
          <Step
            label={t('table.lastPage')}
            off={atEnd}
            place={classes.last ?? ''}
            onClick={() => onPage(totalPages - 1)}
          >
            <IconChevronsRight size={18} aria-hidden />
          </Step>
        </nav>
      )}
    </div>
  );
}
