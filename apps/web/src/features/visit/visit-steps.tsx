import { Button, Card, Group, Stack } from '@mantine/core';
import { mayStep, type Visit, type VisitStep } from '@servicebook/shared/visit';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useSession } from '../../lib/use-session.ts';
import { useFinishing } from './finishing.tsx';
import { ToldCustomer } from './told-customer.tsx';
import { useVisitWork } from './use-visit-work.ts';
import { useDeleteVisit } from './visit.queries.ts';

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }));

interface Props {
  visit: Visit;
  onDeleted: () => void;
}

/** Starts, finishes, cancels, reopens or deletes the visit. */
export function VisitSteps({ visit, onDeleted }: Props) {
  const { t } = useTranslation(['visit', 'common']);
  const { may, user } = useSession();
  const { step, write, next } = useVisitWork(visit);
  const { finish, asking, question } = useFinishing(visit, step);
  const [cancelling, setCancelling] = useState(false);
  const { id, revision, state } = visit;
  const run = (name: VisitStep) => step.mutate({ body: { id, step: name, revision } });
  const deletion = useDeletion<Visit>(useDeleteVisit(), {
    bin: 'visit',
    nameOf: ({ id: number, customer }) => `${customer.shortName} #${number}`,
    texts: () => ({
      title: t('deleteTitle'),
      message: (
        <Stack gap="sm">
          {t('deleteMessage')}
          <ToldCustomer visit={visit} next={null} />
        </Stack>
      ),
    }),
    onDone: onDeleted,
  });
  const isOpen = mayStep('FINISH', state);
  return (
    <Card padding="md" data-not-printed>
      <Stack gap="sm">
        <ErrorNotice error={asking ? null : step.error} />
        <Group gap="sm" mod="actions">
          {isOpen && write && (
            <Button
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              loading={step.isPending}
              onClick={write}
            >
              {t(next)}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              leftSection={<IconCheck size={18} aria-hidden />}
              disabled={step.isPending}
              onClick={finish}
            >
              {t('finish')}
            </Button>
          )}
          {mayStep('CANCEL', state) && (
            <Button variant="default" disabled={step.isPending} onClick={() => setCancelling(true)}>
              {t('cancelVisit')}
            </Button>
          )}
          {mayStep('REOPEN', state) && (
            <Button variant="default" disabled={step.isPending} onClick={() => run('REOPEN')}>
              {t(state === 'STARTED' ? 'notStarted' : 'reopen')}
            </Button>
          )}
          {visit.protocols.length === 0 && may('visit.delete', visit.userCreated.id === user?.id) && (
            <DeleteButton onClick={() => deletion.ask(visit)} />
          )}
        </Group>
      </Stack>
      <Suspense>{cancelling && <CancelDialog visit={visit} onClose={() => setCancelling(false)} />}</Suspense>
      {question}
      <DeletionDialog {...deletion.dialog} />
    </Card>
  );
}
