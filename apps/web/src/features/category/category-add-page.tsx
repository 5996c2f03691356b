import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { lastSeen } from '../../components/use-table-state.ts';
import { ApiError } from '../../lib/api-error.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './category-edit-page.module.css';
import { CategoryForm } from './category-form.tsx';

export function CategoryAddPage() {
  const { t } = useTranslation(['category', 'common']);
  const navigate = useNavigate();
  const { may } = useSession();
  return (
    <div className={classes.page}>
      <PageHeader title={t('addTitle')} backTo={paths.categoryList} />
      {may('category.manage') ? (
        <div className={classes.card}>
          <CategoryForm
            onSaved={({ id, name }) => {
              showToast({ tone: 'success', message: t('common:saved') });
              // Its service actions come next.
              navigate(linkTo.categoryEdit({ id, name }), { replace: true });
            }}
            onCancel={() => navigate(lastSeen(paths.categoryList))}
          />
        </div>
      ) : (
        <ErrorState error={new ApiError({ status: 403, code: 'NO_PERMISSION' })} />
      )}
    </div>
  );
}
