import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { machineName, machineNames } from '@servicebook/shared/machine-name';
import { documentNumber, type FileDto, type ServiceProtocol } from '@servicebook/shared/service';
import { previewKind } from '@servicebook/shared/storage';
import {
  IconFile,
  IconFilePlus,
  IconFileTypePdf,
  IconPaperclip,
  IconPhoto,
  IconShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { fileUrl } from '../../lib/file-url.ts';
import { performersOf } from '../../lib/performers-of.ts';
import { useSession } from '../../lib/use-session.ts';
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
}

export function useServiceColumns(actions: RowActions): Column<ServiceProtocol>[] {
  const { t } = useTranslation('service');
  const { timezone } = actions;
  return [
    {
      key: 'fullNumber',
      header: t('number.label'),
      render: documentNumber,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'date',
      header: t('form.date'),
      render: ({ date }) => <DateCell date={date} timezone={timezone} />,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'type',
      header: t('tab.typeAndPayment'),
      render: (protocol) => (
        <TypeCell protocol={protocol}>
          {protocol.devices.length > 1 && (
            <TruncatedText lines={2}>{machineNames(protocol.devices)}</TruncatedText>
          )}
        </TypeCell>
      ),
    },
    {
      key: 'devices',
      header: t('machines.title'),
      render: ({ devices }) => devices.map(machineName).join(', '),
      // On the machine's own screen the name would be redundant; with several machines, the type distinguishes them.
      defaultHidden: true,
      card: false,
    },
    {
      key: 'faultDescription',
      header: t('tab.fault'),
      render: ({ faultDescription }) => faultDescription && <FaultCell fault={faultDescription} />,
    },
    { key: 'user', header: t('tab.technician'), render: performersOf },
    {
      key: 'state',
      header: t('tab.state'),
      render: (protocol) => <StateBadge of={protocol} />,
      sortable: true,
      card: 'badge',
    },
    {
      key: 'actions',
      header: t('tab.actions'),
      render: (protocol) => <RowIcons protocol={protocol} {...actions} />,
      hideable: false,
      align: 'right',
      card: 'action',
    },
  ];
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
  const number = documentNumber(protocol);
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
          title={t('pdf.share')}
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
        title={t('pdf.show')}
        onClick={() => onPdf(protocol)}
      >
        <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
