import { Button } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconDeviceMobileCheck, IconDeviceMobileDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { useSession } from '../../../lib/use-session.ts';
import { type TakenAlong, takeAlong } from '../../../offline/summary.ts';
import { useStoredSummary } from './stored-data.queries.ts';

type Thing = Pick<TakenAlong, 'kind' | 'id'>;

/** Takes a customer or a machine along on this phone, if the company is too large to be on it whole. */
export function TakeAlongButton(thing: Thing) {
  const { user } = useSession();
  return user && <Take user={user} thing={thing} />;
}

function Take({ user, thing }: { user: SessionUser; thing: Thing }) {
  const { t } = useTranslation('offline');
  const { data } = useStoredSummary(user);
  const take = useMutation({ mutationFn: (taken: boolean) => takeAlong(user, thing, taken) });
  if (!data?.set || data.set.whole) return null;
  const taken = data.takenAlong.some(({ kind, id }) => kind === thing.kind && id === thing.id);
  const Icon = taken ? IconDeviceMobileCheck : IconDeviceMobileDown;
  return (
    <>
      <Button
        variant="default"
        mb="md"
        leftSection={<Icon size={18} aria-hidden />}
        loading={take.isPending}
        aria-pressed={taken}
        onClick={() => take.mutate(!taken)}
      >
        {t(taken ? 'takenAlong' : 'takeAlong')}
      </Button>
      {take.error && <ErrorNotice error={take.error} title={t('refreshFailed')} />}
    </>
  );
}
