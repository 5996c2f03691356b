import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.tsx';
import { lastSeen } from '../../lib/last-seen.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { CustomerForm } from './customer-form.tsx';
import classes from './customer-page.module.css';

export function CustomerAddPage() {
  const { t } = useTranslation(['customer', 'common']);
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <PageHeader title={t('addTitle')} backTo={paths.customerList} />
      <div className={classes.card}>
        <CustomerForm
          onSaved={({ id, shortName }) => {
            showToast({ tone: 'success', message: t('common:saved') });
            // Continues with the customer's machines.
            navigate(linkTo.customerEdit({ id, shortName }), { replace: true });
          }}
          onCancel={() => navigate(lastSeen(paths.customerList))}
        />
      </div>
    </div>
  );
}
