import { ActionIcon, Button, Menu } from '@mantine/core';
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
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { canShareFiles } from './pdf-actions.ts';
import { fileUrl } from './service.queries.ts';
import classes from './service-tab.module.css';
import { momentIn, personName } from './service-texts.ts';
import { StateBadge } from './state-badge.tsx';

interface RowActions {
  timezone: string;
  /** The protocol whose document is being fetched for sharing. */
  sharing: number | null;
  onPdf: (protocol: ServiceProtocol) => void;
  onShare: (protocol: ServiceProtocol) => void;
  onAttach: (protocol: ServiceProtocol) => void;
  onPreview: (file: PreviewedFile) => void;
}

/** Longer texts are cut here, with the whole in a tooltip (specification, section 9). */
const faultShown = 80;

export function useServiceColumns(actions: RowActions): Column<ServiceProtocol>[] {
  const { t } = useTranslation('service');
  const narrow = useNarrowScreen();
  const { timezone, onPreview } = actions;
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
      render: ({ date }) => <span className={classes.number}>{momentIn(date, timezone)}</span>,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'type',
      header: t('form.types'),
      render: ({ type }) => type.map((each) => t(`types.${each}`)).join(', '),
    },
    {
      key: 'devices',
      header: t('machines.title'),
      // On its own machine's screen a card need not repeat its name.
      render: ({ devices }) =>
        narrow && devices.length < 2 ? '' : devices.map(({ name }) => name).join(', '),
    },
    {
      key: 'paymentType',
      header: t('form.payment'),
      render: ({ paymentType }) => t(`payment.${paymentType}`),
    },
    {
      key: 'faultDescription',
      header: t('form.fault'),
      render: ({ faultDescription }) =>
        faultDescription && (
          <span className={classes.fault}>
            <TruncatedText max={faultShown} lines={3}>
              {faultDescription}
            </TruncatedText>
          </span>
        ),
    },
    { key: 'user', header: t('view.technician'), render: ({ user }) => personName(user) },
    {
      key: 'state',
      header: t('tab.state'),
      render: ({ state }) => <StateBadge state={state} />,
      sortable: true,
      card: 'badge',
    },
    {
      key: 'fileDtos',
      header: t('files.title'),
      render: ({ fileDtos }) => fileDtos.length > 0 && <FileMenu files={fileDtos} onPreview={onPreview} />,
      card: 'action',
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

/** How many attachments, and each to look at. */
function FileMenu({ files, onPreview }: { files: FileDto[]; onPreview: RowActions['onPreview'] }) {
  const { t } = useTranslation('service');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
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
              <div className={classes.menuName}>{file.filename}</div>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function RowIcons({
  protocol,
  sharing,
  onPdf,
  onShare,
  onAttach,
}: RowActions & { protocol: ServiceProtocol }) {
  const { t } = useTranslation('service');
  const number = documentNumber(protocol);
  return (
    <div className={classes.icons}>
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
      {canShareFiles() && (
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
    </div>
  );
}
