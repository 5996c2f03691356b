import { Modal, Text, Title } from '@mantine/core';
import type { LogRow } from '@servicebook/shared/log';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { ChangeRows } from '../history/change-rows.tsx';

interface LogEntryDialogProps {
  entry: LogRow;
  timezone: string;
  onClose: () => void;
}

/** The details of one entry: user, time, and each field with its old and new value. */
export function LogEntryDialog({ entry, timezone, onClose }: LogEntryDialogProps) {
  const { t } = useTranslation(['log', 'common']);
  const narrow = useNarrowScreen();
  const { eventId, timestmp, writtenAt, arg0, name, entity, changes, formattedMessage } = entry;
  const facts = [
    [t('columns.timestmp'), momentIn(timestmp, timezone)],
    ...(writtenAt ? ([[t('writtenAt'), momentIn(writtenAt, timezone)]] as const) : []),
    [t('columns.arg0'), name ? `${name} (${arg0})` : arg0],
    [t('columns.eventId'), String(eventId)],
  ] satisfies readonly (readonly [string, string])[];
  return (
    <Modal
      opened
      onClose={onClose}
      title={formattedMessage}
      size="40rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <FactList facts={facts} />
      <Title order={3} size="h4" mt="lg">
        {t('changes')}
      </Title>
      {changes.length > 0 ? (
        <ChangeRows entity={entity} changes={changes} />
      ) : (
        <Text c="dimmed" mt={6}>
          {t('noChanges')}
        </Text>
      )}
    </Modal>
  );
}
