import type { Category } from '@servicebook/shared/category';
import { parseServiceActions } from '@servicebook/shared/service-action';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import { categoryQuery } from '../../../features/category/category.queries.ts';
import { CategoryEditor } from '../../../features/category/category-editor.tsx';
import { CategoryTabs } from '../../../features/category/category-tabs.tsx';
import { ServiceActionsView } from '../../../features/category/service-actions-view.tsx';
import { RecordAddress } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useSession } from '../../../lib/use-session.ts';

const DevicesOf = lazy(async () => ({
  default: (await import('../../../features/device/devices-of.tsx')).DevicesOf,
}));

const CategoryAddress = RecordAddress.extend({ name: z.string().default('') });

export function CategoryEditPage() {
  const { t } = useTranslation('category');
  const { may } = useSession();
  const { id, name } = useAddress(CategoryAddress).values;
  const { data, error, refetch } = useQuery({ ...categoryQuery(id ?? 0), enabled: id !== null });
  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  return (
    <Page>
      {/* The address identifies the page until the category has loaded. */}
      <PageHeader title={data?.name ?? ((!failure && name) || t('editTitle'))} backTo={paths.categoryList} />
      {data ? (
        may('category.manage') ? (
          <CategoryEditor key={data.id} category={data} machines={<Machines categoryId={data.id} />} />
        ) : (
          <CategoryView category={data} />
        )
      ) : failure ? (
        <ErrorState error={failure} onRetry={failure.unexpected ? () => refetch() : undefined} />
      ) : (
        <LoadingState />
      )}
    </Page>
  );
}

function Machines({ categoryId }: { categoryId: number }) {
  const { t } = useTranslation('category');
  return (
    <Suspense fallback={<LoadingState />}>
      <DevicesOf
        of={{ categoryId }}
        label={t('devicesTab')}
        searchPlaceholder={t('devicesSearch')}
        empty={{ title: t('devicesEmptyTitle'), hint: t('devicesEmptyHint') }}
      />
    </Suspense>
  );
}

/** For users who may view but not change it. */
function CategoryView({ category }: { category: Category }) {
  return (
    <CategoryTabs
      machines={<Machines categoryId={category.id} />}
      actions={<ServiceActionsView actions={parseServiceActions(category.serviceReviewOperationsList)} />}
    />
  );
}
