import { Card } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdminsOnly } from '../../components/admins-only.tsx';
import { Page } from '../../components/page.tsx';
import { fromSteps, PageHeader, useWayBack } from '../../components/page-header.tsx';
import { lastSeen } from '../../lib/last-seen.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { CategoryForm } from './category-form.tsx';

export function CategoryAddPage() {
  const { t } = useTranslation(['category', 'common']);
  const navigate = useNavigate();
  const toSteps = useWayBack(null);
  return (
    <AdminsOnly
      permission="category.manage"
      title={t('addTitle')}
      backTo={paths.categoryList}
      reason={t('adminsOnly')}
    >
      <Page>
        <PageHeader title={t('addTitle')} backTo={paths.categoryList} />
        <Card>
          <CategoryForm
            onSaved={({ id, name }) => {
              showToast({ tone: 'success', message: t('common:saved') });
              // Continues with the category's service actions.
              navigate(linkTo.categoryEdit({ id, name, ...(toSteps && fromSteps) }), { replace: true });
            }}
            onCancel={() => navigate(toSteps ?? lastSeen(paths.categoryList))}
          />
        </Card>
      </Page>
    </AdminsOnly>
  );
}
