import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { Page } from '../../components/page.tsx';
import { PageHeader, useWayBack } from '../../components/page-header.tsx';
import { LoadingState } from '../../components/states.tsx';
import { oneId } from '../../lib/address.ts';
import { lastSeen } from '../../lib/last-seen.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useAddress } from '../../lib/use-address.ts';
import { customerQuery } from '../customer/customer.queries.ts';
import { DeviceForm } from './device-form.tsx';

/** The customer from whose screen the machine is added. */
const Address = z.object({ customerId: oneId });

export function DeviceAddPage() {
  const { t } = useTranslation(['device', 'common']);
  const navigate = useNavigate();
  const toSteps = useWayBack(null);
  const { customerId } = useAddress(Address).values;
  const customer = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null });
  return (
    <Page>
      <PageHeader title={t('addTitle')} backTo={paths.machineList} />
      <Card>
        {customerId !== null && customer.isPending ? (
          <LoadingState />
        ) : (
          <DeviceForm
            customer={customer.data}
            onSaved={(id, customerId) => {
              showToast({ tone: 'success', message: t('common:saved') });
              navigate(toSteps ?? linkTo.machineEdit({ id, prev: 'machineList', customerId }), {
                replace: true,
              });
            }}
            onCancel={() => navigate(toSteps ?? lastSeen(paths.machineList))}
          />
        )}
      </Card>
    </Page>
  );
}
