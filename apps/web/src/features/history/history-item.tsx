import '@mantine/core/styles/Badge.layer.css';
import { Anchor, Badge, Box, Button, Group, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import {
  IconCalendarEvent,
  IconEdit,
  IconFile,
  IconFileTypePdf,
  IconHistory,
  IconId,
  IconNotes,
  IconSettings,
  IconSparkles,
  IconTableImport,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { pdfUrl } from '../../lib/service-pdf-url.ts';
import { useOpenService } from '../../lib/use-open-service.ts';
import { ChangeRows } from './change-rows.tsx';
import type { HistoryKind } from './history-groups.ts';
import classes from './history-item.module.css';

const icons: Record<HistoryKind, TablerIcon> = {
  SERVICE: IconTool,
  PAST_SERVICE: IconHistory,
  EVENT: IconCalendarEvent,
  NOTE: IconNotes,
  FILE: IconFile,
  NAMEPLATE: IconId,
  PART: IconSettings,
  CHANGE: IconEdit,
  CREATED: IconSparkles,
  IMPORTED: IconTableImport,
  IMPORT_CHANGED: IconTableImport,
};

interface HistoryItemProps {
  entry: HistoryEntry;
  timezone: string;
  onPdf: (file: PreviewedFile) => void;
}

/** One entry of the machine's history. */
export function HistoryItem({ entry, timezone, onPdf }: HistoryItemProps) {
  const { t } = useTranslation(['history', 'service']);
  const { kind, at, day, who, text, changes, service, past } = entry;
  const Icon = icons[kind];
  // For a changed machine the text is the machine's name, which the page already shows.
  const words = kind === 'CHANGE' || kind === 'CREATED' ? '' : text.trim();
  return (
    <li className={classes.item} data-kind={kind}>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.7} aria-hidden />
      </span>
      <Box miw={0}>
        <Group gap="0 0.625rem" mih="2.25rem">
          {service ? (
            <ProtocolLinks service={service} onPdf={onPdf} />
          ) : (
            <strong>{joinPresent([t(`entry.${kind}`), past?.number], ' ')}</strong>
          )}
          {past && (
            <Badge variant="default" tt="none">
              {t('service:past.mark')}
            </Badge>
          )}
        </Group>
        {past && <Text>{past.types.map((type) => t(`service:types.${type}`)).join(', ')}</Text>}
        {words && <Text mod="prose">{words}</Text>}
        {changes.length > 0 && <ChangeRows entity="device" changes={changes} />}
        <Text size="sm" c="dimmed" mt={4}>
          {joinPresent([day ? formatDay(day, currentLanguage()) : momentIn(at, timezone), who], ' · ')}
        </Text>
      </Box>
    </li>
  );
}

interface ProtocolLinksProps {
  service: NonNullable<HistoryEntry['service']>;
  onPdf: (file: PreviewedFile) => void;
}

/** Links to the protocol in its tab, from which "back" returns here, or to its PDF. */
function ProtocolLinks({ service: { id, number, signed, withdrawn }, onPdf }: ProtocolLinksProps) {
  const { t } = useTranslation('history');
  const openService = useOpenService();
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fw={600}
        ta="start"
        mod="touch"
        onClick={() => openService(id)}
      >
        {t('entry.SERVICE', { number })}
      </Anchor>
      <Badge variant="light" tt="none" color={withdrawn ? 'red' : signed ? 'green' : 'gray'}>
        {t(withdrawn ? 'withdrawn' : signed ? 'signed' : 'unsigned')}
      </Badge>
      <Button
        variant="subtle"
        ml="auto"
        px={6}
        leftSection={<IconFileTypePdf size={20} stroke={1.7} aria-hidden />}
        aria-label={t('pdf', { number })}
        title={t('pdf', { number })}
        onClick={() =>
          onPdf({
            url: pdfUrl(id),
            filename: `${number.replaceAll('/', '-')}${withdrawn ? '-withdrawn' : signed ? '' : '-draft'}.pdf`,
          })
        }
      >
        PDF
      </Button>
    </>
  );
}
