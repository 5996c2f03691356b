import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './data-table.module.css';
import type { Column, DataTableProps } from './data-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { SearchBox } from './search-box.tsx';
import type { useColumnChoice } from './use-column-choice.ts';
import type { Sort } from './use-table-state.ts';

interface ToolbarProps<Row> extends DataTableProps<Row> {
  choice: ReturnType<typeof useColumnChoice<Column<Row>>>;
  asCards: boolean;
}

/**
 * The bar above the table: search, the caller's controls, and on phones a sort menu, because there are no column
 * headers.
 */
export function DataTableToolbar<Row>(props: ToolbarProps<Row>) {
  const { columns, search, onSearch, searchPlaceholder, toolbar, sort, onSort, name, choice, asCards } =
    props;
  const { views, size, sizes } = props;
  const sortable = columns.filter((column) => column.sortable);
  const withSort = asCards && sort && onSort && sortable.length > 0;
  const hideable = columns.filter((column) => column.hideable !== false);
  const withColumns = name !== undefined && hideable.length > 0;
  if (!onSearch && !toolbar && !withSort && !withColumns && !views) return null;
  return (
    <div className={classes.toolbar} data-not-printed>
      {onSearch && <SearchBox value={search ?? ''} onSearch={onSearch} placeholder={searchPlaceholder} />}
      {views && size !== undefined && sizes && (
        <SavedViews {...views} size={size} sizes={sizes} columns={columns} shown={choice.text} />
      )}
      {toolbar && <div className={classes.slot}>{toolbar}</div>}
      <div className={classes.tools}>
        {withSort && <SortMenu columns={sortable} sort={sort} onSort={onSort} />}
        {withColumns && <ColumnMenu columns={hideable} choice={choice} />}
      </div>
    </div>
  );
}

interface SortMenuProps<Row> {
  columns: Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const { t } = useTranslation('components');
  const current = columns.find((column) => column.key === sort.by);
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={current ? `${t('table.sortBy')}: ${current.header}` : t('table.sortBy')}
          title={t('table.sortBy')}
        >
          <Arrow size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.columnMenu ?? ''}>
        <Menu.Label>{t('table.sortBy')}</Menu.Label>
        <Menu.RadioGroup value={sort.by} onChange={(by) => onSort({ by, direction: sort.direction })}>
          {columns.map((column) => (
            <Menu.RadioItem key={column.key} value={column.key}>
              {column.header}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup
          value={sort.direction}
          onChange={(direction) => onSort({ by: sort.by, direction: direction === 'desc' ? 'desc' : 'asc' })}
        >
          <Menu.RadioItem value="asc">{t('table.ascending')}</Menu.RadioItem>
          <Menu.RadioItem value="desc">{t('table.descending')}</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ColumnMenuProps<Row> {
  columns: Column<Row>[];
  choice: ReturnType<typeof useColumnChoice<Column<Row>>>;
}

function ColumnMenu<Row>({ columns, choice }: ColumnMenuProps<Row>) {
  const { t } = useTranslation('components');
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('table.columns')} title={t('table.columns')}>
          <IconColumns3 size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.columnMenu ?? ''}>
        <Menu.Label>{t('table.columns')}</Menu.Label>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={choice.isShown(column)}
            disabled={choice.isLast(column)}
            onChange={(shown) => choice.show(column, shown)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item closeMenuOnClick={false} disabled={!choice.changed} onClick={choice.reset}>
          {t('table.resetColumns')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
