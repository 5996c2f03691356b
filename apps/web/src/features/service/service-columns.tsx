import { ActionIcon, Box, Button, Group, Menu, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { machineName, machineNames } from '@servicebook/shared/machine-name';
import type { PastService, ServiceHistoryRow } from '@servicebook/shared/past-service';
import type { FileDto, ServiceProtocol } from '@servicebook/shared/service';
import { previewKind } from '@servicebook/shared/storage';
import {
  IconFile,
  IconFilePlus,
  IconFileTypePdf,
  IconPaperclip,
  IconPhoto,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { fileUrl } from '../../lib/file-url.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { performersOf } from '../../lib/performers-of.ts';
import { useNumberText } from '../../lib/protocol-number.ts';
import { useSession } from '../../lib/use-session.ts';
import { useOutOfReach } from './out-of-reach.ts';
import { DateCell, FaultCell, TypeCell } from './service-cells.tsx';
import { StateBadge } from './state-badge.tsx';

interface RowActions {
  timezone: string;
  /** The browser can share files with other apps. */
  shares: boolean;
  /** The protocol whose document is being downloaded for sharing. */
  sharing: number | null;
  onPdf: (protocol: ServiceProtocol) => void;
  onShare: (protocol: ServiceProtocol) => void;
  onAttach: (protocol: ServiceProtocol) => void;
  onPreview: (file: PreviewedFile) => void;
  onDeletePast: (past: PastService) => void;
}

/** A column of both kinds of rows. */
const cell =
  (ofProtocol: (protocol: ServiceProtocol) => ReactNode, ofPast: (past: PastService) => ReactNode) =>
  ({ protocol, past }: ServiceHistoryRow): ReactNode =>
    protocol ? ofProtocol(protocol) : past && ofPast(past);

export function useServiceColumns(actions: RowActions): Column<ServiceHistoryRow>[] {
  const { t } = useTranslation('service');
  const { timezone } = actions;
  const numberOf = useNumberText();
  return [
    {
      key: 'number',
      header: t('number.label'),
      render: cell(numberOf, ({ number }) => joinPresent([t('past.title'), number], ' ')),
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'date',
      header: t('form.date'),
      render: cell(
        ({ date }) => <DateCell date={date} timezone={timezone} />,
        ({ date }) => <span data-nowrap>{formatDay(date, currentLanguage())}</span>,
      ),
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'type',
      header: t('tab.typeAndPayment'),
      render: cell(
        (protocol) => (
          <TypeCell protocol={protocol}>
            {protocol.devices.length > 1 && (
              <TruncatedText lines={2}>{machineNames(protocol.devices)}</TruncatedText>
            )}
          </TypeCell>
        ),
        ({ types }) => (
          <Box component="span" display="block" maw="14rem">
            {types.map((each) => t(`types.${each}`)).join(', ')}
            <Text inherit component="span" display="block" c="dimmed">
              {t('past.mark')}
            </Text>
          </Box>
        ),
      ),
    },
    {
      key: 'devices',
      header: t('machines.title'),
      render: cell(
        ({ devices }) => devices.map(machineName).join(', '),
        () => '',
      ),
      // On the machine's own screen the name would be redundant; with several machines, the type distinguishes them.
      defaultHidden: true,
      card: false,
    },
    {
      key: 'faultDescription',
      header: t('tab.fault'),
      render: cell(
        ({ faultDescription }) => faultDescription && <FaultCell fault={faultDescription} />,
        ({ description }) => description && <FaultCell fault={description} />,
      ),
    },
    {
      key: 'user',
      header: t('tab.technician'),
      render: cell(performersOf, ({ performedBy }) => performedBy),
    },
    {
      key: 'state',
      header: t('tab.state'),
      render: cell(
        (protocol) => <StateBadge of={protocol} />,
        () => <StatusBadge label={t('past.badge')} {...noProtocol} />,
      ),
      sortable: true,
      card: 'badge',
    },
    {
      key: 'actions',
      header: t('tab.actions'),
      render: cell(
        (protocol) => <RowIcons protocol={protocol} {...actions} />,
        (past) => <DeletePast past={past} onDelete={actions.onDeletePast} />,
      ),
      hideable: false,
      align: 'right',
      card: 'action',
    },
  ];
}

/** Of no state of a protocol. */
const noProtocol = { background: '#dee2e6', text: '#343a40' };

function DeletePast({ past, onDelete }: { past: PastService; onDelete: (past: PastService) => void }) {
  const { t } = useTranslation('service');
  const { user, may } = useSession();
  if (!may('service.delete', past.userCreated.id === user?.id)) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('past.delete', { date: formatDay(past.date, currentLanguage()) })}
      onClick={() => onDelete(past)}
    >
      <IconTrash size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** The number of attachments, each with a preview. */
function FileMenu({ files, onPreview }: { files: FileDto[]; onPreview: RowActions['onPreview'] }) {
  const { t } = useTranslation('service');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<IconPaperclip size={18} stroke={1.7} aria-hidden />}
          aria-label={t('files.count', { count: files.length })}
        >
          {files.length}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file) => {
          const kind = previewKind(file.filename);
          const Icon = kind === 'pdf' ? IconFileTypePdf : kind === 'image' ? IconPhoto : IconFile;
          return (
            <Menu.Item
              key={file.id}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              onClick={() => onPreview({ filename: file.filename, url: fileUrl(file.key), size: file.size })}
            >
              <Text inherit truncate maw="16rem">
                {file.filename}
              </Text>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function RowIcons({
  protocol,
  shares,
  sharing,
  onPdf,
  onShare,
  onAttach,
  onPreview,
}: RowActions & { protocol: ServiceProtocol }) {
  const { t } = useTranslation('service');
  const { may } = useSession();
  const number = useNumberText()(protocol);
  const outOfReach = useOutOfReach()(protocol);
  return (
    <Group gap={0} justify="flex-end" wrap="nowrap" my={-2}>
      {protocol.fileDtos.length > 0 && <FileMenu files={protocol.fileDtos} onPreview={onPreview} />}
      {!protocol.withdrawn && (protocol.state === 'NEW' || may('service.changeSigned')) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('tab.attach', { number })}
          title={t('tab.attachShort')}
          onClick={() => onAttach(protocol)}
        >
          <IconFilePlus size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {shares && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('tab.share', { number })}
          title={t(outOfReach ?? 'pdf.share')}
          disabled={outOfReach !== null}
          loading={sharing === protocol.id}
          onClick={() => onShare(protocol)}
        >
          <IconShare size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('tab.pdf', { number })}
        title={t(outOfReach ?? 'pdf.show')}
        disabled={outOfReach !== null}
        onClick={() => onPdf(protocol)}
      >
        <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
