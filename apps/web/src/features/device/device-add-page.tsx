import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.tsx';
import { lastSeen } from '../../lib/last-seen.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import classes from './device-add-page.module.css';
import { DeviceForm } from './device-form.tsx';

export function DeviceAddPage() {
  const { t } = useTranslation(['device', 'common']);
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <PageHeader title={t('addTitle')} backTo={paths.machineList} />
      <div className={classes.card}>
        <DeviceForm
          onSaved={(id, customerId) => {
            showToast({ tone: 'success', message: t('common:saved') });
            navigate(linkTo.machineEdit({ id, prev: 'machineList', customerId }), { replace: true });
          }}
          onCancel={() => navigate(lastSeen(paths.machineList))}
        />
      </div>
    </div>
  );
}
