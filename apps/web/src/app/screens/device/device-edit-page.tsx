import { Box, Card, Flex } from '@mantine/core';
import { type Device, statusColours } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useNarrowScreen } from '../../../components/use-narrow-screen.ts';
import { ArchivedNotice } from '../../../features/device/archived-notice.tsx';
import { deviceQuery } from '../../../features/device/device.queries.ts';
import { DeviceForm } from '../../../features/device/device-form.tsx';
import { RetireDevice } from '../../../features/device/retire-device.tsx';
import { loadServiceAhead } from '../../../features/service/load-service.ts';
import { oneId, oneOf, RecordAddress } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { lastSeen } from '../../../lib/last-seen.ts';
import { overviews, paths, withQuery } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useSession } from '../../../lib/use-session.ts';
import { DeviceSummary } from './device-summary.tsx';
import { DeviceTabs } from './device-tabs.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../components/confirm-dialog.tsx')).ConfirmDialog,
}));

const MachineAddress = RecordAddress.extend({
  customerId: oneId,
  categoryId: oneId,
  prev: oneOf(['customerEdit', 'categoryEdit', ...overviews]),
});

/** The target of the back button, from `prev` in the address; by default the list. */
function originOf({ prev, ...from }: z.output<typeof MachineAddress>, device?: Device): string {
  const customerId = from.customerId ?? device?.customer.id;
  const categoryId = from.categoryId ?? device?.category.id;
  if (prev === 'customerEdit' && customerId)
    return withQuery(paths.customerEdit, { id: customerId, activeTab: 'devices' });
  if (prev === 'categoryEdit' && categoryId)
    return withQuery(paths.categoryEdit, { id: categoryId, activeTab: 'devices' });
  const overview = overviews.find((name) => name === prev);
  return paths[overview ?? 'machineList'];
}

export function DeviceEditPage() {
  const { t } = useTranslation('device');
  const { values } = useAddress(MachineAddress);
  const { id } = values;
  const { data, error, refetch } = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== null });
  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  const origin = originOf(values, data);
  return (
    <>
      <PageHeader
        title={data?.name ?? t('editTitle')}
        backTo={origin}
        note={data && <StatusBadge label={t(`status.${data.status}`)} {...statusColours[data.status]} />}
      />
      {data ? (
        <DeviceScreen key={data.id} device={data} origin={origin} />
      ) : failure ? (
        <ErrorState error={failure} onRetry={failure.unexpected ? () => refetch() : undefined} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** The summary, above the form and the machine's service book; on a phone the form replaces both. */
function DeviceScreen({ device, origin }: { device: Device; origin: string }) {
  const { t } = useTranslation(['device', 'common']);
  const navigate = useNavigate();
  const { may } = useSession();
  const narrow = useNarrowScreen();
  const [editing, setEditing] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // Input on a wide screen survives rotating the tablet.
  const withForm = !narrow || editing || dirty;
  useEffect(loadServiceAhead, []);
  const toOrigin = () => navigate(origin.includes('?') ? origin : lastSeen(origin));
  const closeForm = () => {
    setEditing(false);
    setDirty(false);
    setLeaving(false);
    window.scrollTo({ top: 0 });
  };
  const cancel = () => {
    if (!narrow) toOrigin();
    else if (dirty) setLeaving(true);
    else closeForm();
  };
  return (
    <>
      {device.archived && <ArchivedNotice id={device.id} archived={device.archived} />}
      {!(narrow && withForm) && (
        <DeviceSummary device={device} onEdit={narrow ? () => setEditing(true) : undefined} />
      )}
      <Flex direction={{ base: 'column', md: 'row' }} gap="lg" align={{ md: 'start' }}>
        {withForm && (
          <Card
            component="section"
            padding="md"
            flex={{ md: '0 0 clamp(20rem, 30%, 25rem)' }}
            aria-label={t('details')}
          >
            <DeviceForm
              device={device}
              onDirty={setDirty}
              onCancel={cancel}
              onSaved={() => {
                showToast({ tone: 'success', message: t('common:saved') });
                closeForm();
              }}
              extra={may('device.edit') && <RetireDevice device={device} onDeleted={toOrigin} />}
            />
          </Card>
        )}
        <Box flex={1} miw={0} hidden={narrow && withForm}>
          <DeviceTabs device={device} />
        </Box>
      </Flex>
      {leaving && (
        <Suspense>
          <ConfirmDialog
            opened
            danger
            title={t('common:unsaved.title')}
            message={t('common:unsaved.message')}
            confirmLabel={t('common:unsaved.leave')}
            onConfirm={closeForm}
            onClose={() => setLeaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
