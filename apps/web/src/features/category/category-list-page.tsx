import { type Category, CategorySearch } from '@servicebook/shared/category';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import { categorySearchQuery } from './category.queries.ts';

const pageSizes = [10, 20, 50, 100];

export function CategoryListPage() {
  const { t } = useTranslation('category');
  const { may } = useSession();
  const table = useTableState({
    name: 'categories',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'id', direction: 'desc' },
    sortKeys: sortKeysOf(CategorySearch),
  });
  const answer = useQuery(categorySearchQuery(table.request));

  const addButton = may('category.manage') && (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} to={paths.categoryAdd} />
  );
  const columns: Column<Category>[] = [
    {
      key: 'name',
      header: t('name'),
      render: ({ name }) => name,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'count',
      header: t('count'),
      render: ({ count }) => count,
      sortable: true,
      align: 'right',
      width: '10rem',
    },
    {
      key: 'id',
      header: t('id'),
      render: ({ id }) => id,
      sortable: true,
      defaultHidden: true,
      width: '6rem',
      card: false,
    },
  ];
  return (
    <>
      <PageHeader title={t('listTitle')} actions={addButton} />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id, name }) => linkTo.categoryEdit({ id, name })}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{
          title: t('emptyTitle'),
          hint: t(may('category.manage') ? 'emptyHint' : 'emptyHintUser'),
          action: addButton,
        }}
      />
    </>
  );
}
