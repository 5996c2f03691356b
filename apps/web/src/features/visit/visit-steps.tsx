import { Button, Card, Group, Modal, Stack, Textarea } from '@mantine/core';
import { mayStep, type Visit, type VisitStep } from '@servicebook/shared/visit';
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useSession } from '../../lib/use-session.ts';
import { useVisitWork } from './use-visit-work.ts';
import { useDeleteVisit, useStepVisit } from './visit.queries.ts';

interface Props {
  visit: Visit;
  onDeleted: () => void;
}

/** Starts, finishes, cancels, reopens or deletes the visit. */
export function VisitSteps({ visit, onDeleted }: Props) {
  const { t } = useTranslation(['visit', 'common']);
  const { may, user } = useSession();
  const { step, write } = useVisitWork(visit);
  const [cancelling, setCancelling] = useState(false);
  const { id, revision, state } = visit;
  const run = (name: VisitStep) => step.mutate({ body: { id, step: name, revision } });
  const deletion = useDeletion<Visit>(useDeleteVisit(), {
    texts: () => ({ title: t('deleteTitle'), message: t('deleteMessage') }),
    onDone: onDeleted,
  });
  const isOpen = mayStep('FINISH', state);
  return (
    <Card padding="md">
      <Stack gap="sm">
        <ErrorNotice error={step.error} />
        <Group gap="sm" mod="actions">
          {isOpen && write && (
            <Button
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              loading={step.isPending}
              onClick={write}
            >
              {t(state === 'STARTED' ? 'write' : 'start')}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              leftSection={<IconCheck size={18} aria-hidden />}
              disabled={step.isPending}
              onClick={() => run('FINISH')}
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
      {cancelling && <CancelDialog visit={visit} onClose={() => setCancelling(false)} />}
      <DeletionDialog {...deletion.dialog} />
    </Card>
  );
}

/** Asks why. */
function CancelDialog({ visit: { id, revision }, onClose }: { visit: Visit; onClose: () => void }) {
  const { t } = useTranslation(['visit', 'common']);
  const step = useStepVisit();
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('cancelTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          step.mutate({ body: { id, step: 'CANCEL', reason, revision } }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <Textarea
            label={t('cancelReason')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={255}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <ErrorNotice error={step.error} />
          <Group justify="flex-end" gap="xs" mod="actions">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={step.isPending} disabled={reason.trim() === ''}>
              {t('cancelVisit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
