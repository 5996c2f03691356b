import { Card } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Page } from '../../components/page.tsx';
import { PageHeader, useWayBack } from '../../components/page-header.tsx';
import { lastSeen } from '../../lib/last-seen.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { CustomerForm } from './customer-form.tsx';

export function CustomerAddPage() {
  const { t } = useTranslation(['customer', 'common']);
  const navigate = useNavigate();
  const toSteps = useWayBack(null);
  return (
    <Page>
      <PageHeader title={t('addTitle')} backTo={paths.customerList} />
      <Card>
        <CustomerForm
          onSaved={({ id, shortName }) => {
            showToast({ tone: 'success', message: t('common:saved') });
            // Continues with the customer's machines.
            navigate(toSteps ?? linkTo.customerEdit({ id, shortName }), { replace: true });
          }}
          onCancel={() => navigate(toSteps ?? lastSeen(paths.customerList))}
        />
      </Card>
    </Page>
  );
}
