import { Box, Button, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { BulkChange, type BulkDone, type BulkPlan } from '@servicebook/shared/bulk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkCheckQuery, endsChoice, offerBulkUndo, partsOf, textsOf, useRunBulk } from '../lib/bulk.ts';
import { useIdempotencyKey } from '../lib/idempotency.ts';
import { showToast } from '../lib/toast.ts';
import type { BulkEntry } from './bulk-actions.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  entry: BulkEntry;
  ids: number[];
  /** Another action for the records that this one leaves out. */
  onInstead: (entry: BulkEntry, ids: number[]) => void;
  onClose: () => void;
  /** Whether rows have left the list, so that they are not chosen any more. */
  onDone: (endsChoice: boolean) => void;
}

/** Typing asks for the count once, not for each letter. */
const pause = 300;

/** Asks what is to be changed, says what that would do to the chosen records, and does it. Its texts: `bulk`. */
export function BulkDialog({ entry, ids, onInstead, onClose, onDone }: Props) {
  const { t } = useTranslation(['bulk', 'components']);
  const client = useQueryClient();
  const [change, setChange] = useState(entry.start);
  const [settled] = useDebouncedValue(change, entry.start === null ? 0 : pause);
  const valid = settled && BulkChange.safeParse(settled).success ? settled : null;
  // Without a change nothing is asked, so any will do for the key.
  const check = useQuery({
    ...bulkCheckQuery({ ids, change: (valid ?? {}) as BulkChange }),
    enabled: valid !== null,
  });
  const run = useRunBulk();
  const keyOf = useIdempotencyKey();
  const { verb } = partsOf(entry.action);
  const texts = textsOf(entry.action);
  const plan = valid ? check.data : undefined;
  const { Fields, instead } = entry;
  const left = instead && plan ? plan.refused.map(({ id }) => id) : [];

  const done = ({ id, changed, refused }: BulkDone) => {
    const parts = [t(texts.done, { count: changed })];
    if (refused.length > 0) parts.push(t('leftOut', { count: refused.length }));
    const message = parts.join(' · ');
    if (id === null) showToast({ tone: 'info', message: t('nothing') });
    else void offerBulkUndo(client, { id, action: entry.action, message });
    onDone(endsChoice(entry.action));
  };
  const confirm = () => {
    if (!valid) return;
    const body = { ids, change: valid };
    run.mutate({ body, idempotencyKey: keyOf(body) }, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      opened
      danger={verb === 'delete'}
      toBin={verb === 'delete' && (plan?.changed ?? 0) > 0}
      title={t(`${entry.action}.label`)}
      message={
        <Stack gap="md">
          {Fields && <Fields change={change} onChange={setChange} />}
          <Box role="status">
            {check.isFetching ? (
              <Group gap="xs">
                <Loader size="xs" />
                <Text c="dimmed">{t('counting')}</Text>
              </Group>
            ) : (
              plan && <Outcome plan={plan} will={t(texts.will, { count: plan.changed })} />
            )}
          </Box>
          {instead && left.length > 0 && (
            <Box>
              <Button variant="light" onClick={() => onInstead(instead, left)}>
                {t('archiveInstead')}
              </Button>
            </Box>
          )}
        </Stack>
      }
      // The usual word would say the same as the button beside it.
      cancelLabel={verb === 'cancel' ? t('components:header.back') : undefined}
      confirmLabel={t(`verbs.${verb}`)}
      confirmDisabled={change !== settled || check.isFetching || !plan || plan.changed === 0}
      loading={run.isPending}
      error={run.error ?? (valid && check.error)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** What will happen, in sentences; who is left out, by name. */
function Outcome({ plan, will }: { plan: BulkPlan; will: string }) {
  const { t } = useTranslation('bulk');
  const { changed, same, gone, refused, notes } = plan;
  return (
    <Stack gap="xs">
      <Text fw={600}>{changed > 0 ? will : t('nothing')}</Text>
      {same > 0 && <Text>{t('same', { count: same })}</Text>}
      {gone > 0 && <Text>{t('gone', { count: gone })}</Text>}
      {notes.map(({ note, count }) => (
        <Text key={note}>{t(`notes.${note}`, { count })}</Text>
      ))}
      {refused.length > 0 && (
        <div>
          <Text>{t('refused', { count: refused.length })}</Text>
          <ScrollArea.Autosize mah="12rem" type="auto" tabIndex={refused.length > 4 ? 0 : undefined}>
            {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, same]) => (
              <Text key={reason} size="sm" mt="0.25rem">
                <strong>{t(`reasons.${reason}`)}:</strong> {same.map(({ name }) => name).join(', ')}
              </Text>
            ))}
          </ScrollArea.Autosize>
        </div>
      )}
    </Stack>
  );
}
