import { Box, Card, Flex } from '@mantine/core';
import { type Device, statusColours } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { lazyPanel } from '../../../components/lazy-tabs.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useNarrowScreen } from '../../../components/use-narrow-screen.ts';
import { ArchivedNotice } from '../../../features/device/archived-notice.tsx';
import { deviceQuery } from '../../../features/device/device.queries.ts';
import { RetireDevice } from '../../../features/device/retire-device.tsx';
import { loadServiceAhead } from '../../../features/service/load-service.ts';
import { oneId, oneOf, RecordAddress } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { lastSeen } from '../../../lib/last-seen.ts';
import { overviews, paths, withQuery } from '../../../lib/paths.ts';
import { useUnsent } from '../../../lib/unsent.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useSession } from '../../../lib/use-session.ts';
import { DeviceSummary } from './device-summary.tsx';
import { DeviceTabs } from './device-tabs.tsx';

const DeviceForm = lazy(async () => ({
  default: (await import('../../../features/device/device-form.tsx')).DeviceForm,
}));

const UnsentMachine = lazy(async () => ({
  default: (await import('./unsent-machine.tsx')).UnsentMachine,
}));

const TakeAlongButton = lazyPanel(
  async () => (await import('../stored-data/take-along-button.tsx')).TakeAlongButton,
  ['offline'],
);

const MachineAddress = RecordAddress.extend({
  customerId: oneId,
  categoryId: oneId,
  prev: oneOf(['customerEdit', 'categoryEdit', ...overviews]),
  /** The form is open. */
  edit: z.boolean().default(false),
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
  const { user } = useSession();
  const waiting = useUnsent(user);
  const { data, error, refetch } = useQuery({ ...deviceQuery(id ?? 0), enabled: id !== null });
  // The screen is large, so it is drawn in short steps when the machine arrives.
  const isThere = useDeferredValue(data !== undefined);
  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  const origin = originOf(values, data);
  return (
    <>
      <PageHeader
        title={data?.name ?? t('editTitle')}
        backTo={origin}
        note={
          data && (
            <>
              <StatusBadge label={t(`status.${data.status}`)} {...statusColours[data.status]} />
              {user && waiting > 0 && (
                <Suspense>
                  <UnsentMachine user={user} id={data.id} />
                </Suspense>
              )}
            </>
          )
        }
      />
      {isThere && data ? (
        <DeviceScreen key={data.id} device={data} origin={origin} />
      ) : failure ? (
        <ErrorState error={failure} onRetry={failure.unexpected ? () => refetch() : undefined} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** The summary, above the machine's service book. The form opens next to the book; on a phone it replaces both. */
function DeviceScreen({ device, origin }: { device: Device; origin: string }) {
  const { t } = useTranslation('device');
  const navigate = useNavigate();
  const { may } = useSession();
  const narrow = useNarrowScreen();
  const { editing, open, close } = useEditing();
  useEffect(loadServiceAhead, []);
  return (
    <>
      {device.archived && <ArchivedNotice id={device.id} archived={device.archived} />}
      {!(narrow && editing) && (
        <DeviceSummary device={device} narrow={narrow} onEdit={editing ? undefined : open} />
      )}
      <Suspense>
        <TakeAlongButton kind="machines" id={device.id} />
      </Suspense>
      <Flex direction={{ base: 'column', md: 'row' }} gap="lg" align={{ md: 'start' }}>
        {editing && (
          <Card
            component="section"
            padding="md"
            flex={{ md: '0 0 clamp(20rem, 30%, 25rem)' }}
            aria-label={t('details')}
          >
            <Suspense fallback={<LoadingState />}>
              <DeviceForm
                device={device}
                shownBy="edit"
                onCancel={close}
                onSaved={close}
                extra={
                  may('device.edit') && (
                    <RetireDevice
                      device={device}
                      onDeleted={() => navigate(origin.includes('?') ? origin : lastSeen(origin))}
                    />
                  )
                }
              />
            </Suspense>
          </Card>
        )}
        <Box flex={1} miw={0} hidden={narrow && editing}>
          <DeviceTabs device={device} />
        </Box>
      </Flex>
    </>
  );
}

/** Whether the form is open, from the address: a reload keeps it, and the phone's back button closes it. */
function useEditing() {
  const { values, change } = useAddress(MachineAddress);
  const navigate = useNavigate();
  const { state } = useLocation();
  return {
    editing: values.edit,
    open: () => change({ edit: true }, { replace: false, state: { ...state, formOpened: true } }),
    close: () => {
      // Opened from this page, so one step back returns to it.
      if (state?.formOpened) navigate(-1);
      else change({ edit: false }, { preventScrollReset: false });
    },
  };
}
