import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import { documentNumber, type ServiceProtocol, type ServiceVersion } from '@servicebook/shared/service';
import { IconCheck, IconCopy, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { pdfUrl } from '../../lib/service-pdf-url.ts';
import { serviceVersionsQuery } from './service.queries.ts';
import classes from './version-list.module.css';

interface VersionListProps {
  protocol: ServiceProtocol;
  timezone: string;
  onPreview: (file: PreviewedFile) => void;
}

/** All signed versions of a protocol: signer, time, document and hash. */
export function VersionList({ protocol, timezone, onPreview }: VersionListProps) {
  const { data, error, refetch } = useQuery({
    ...serviceVersionsQuery(protocol.id),
    // A document is rendered shortly after signing.
    refetchInterval: ({ state }) => (state.data?.some(({ pdfSha256 }) => pdfSha256 === null) ? 3000 : false),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  return (
    <ol className={classes.list}>
      {data.map((version) => (
        <Version key={version.version} {...{ version, protocol, timezone, onPreview }} />
      ))}
    </ol>
  );
}

function Version({
  version: { version, createdAt, user, signature, snapshotSha256, attachments, pdfSha256 },
  protocol,
  timezone,
  onPreview,
}: VersionListProps & { version: ServiceVersion }) {
  const { t } = useTranslation('service');
  const attachmentsText =
    attachments === null
      ? t('versions.attachmentsNotSigned')
      : attachments.length === 0
        ? t('versions.noAttachments')
        : t('versions.attachments', { names: attachments.join(', ') });
  const filename = `${documentNumber(protocol).replaceAll('/', '-')}-v${version}.pdf`;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>
          {t('versions.version', { version })}
          {version === protocol.version && protocol.state === 'SIGNED' && (
            <span className={classes.current}>{t('versions.current')}</span>
          )}
        </strong>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileTypePdf size={18} stroke={1.7} aria-hidden />}
          aria-label={`PDF: ${t('versions.version', { version })}`}
          onClick={() => onPreview({ url: pdfUrl(protocol.id, version), filename })}
        >
          PDF
        </Button>
      </div>
      <p className={classes.line}>
        {momentIn(createdAt, timezone)}
        {' · '}
        {t('versions.by', { name: nameOrDash(user) })}
      </p>
      <p className={classes.line}>
        {signature.kind === 'DRAWN'
          ? t('versions.drawn', { name: signature.signerName })
          : t('versions.paper')}
      </p>
      <p className={classes.line}>{attachmentsText}</p>
      <Hash label={t('versions.contentHash')} hash={snapshotSha256} />
      {pdfSha256 && <Hash label={t('versions.pdfHash')} hash={pdfSha256} />}
    </li>
  );
}

const shown = 12;

function Hash({ label, hash }: { label: string; hash: string }) {
  const { t } = useTranslation('service');
  return (
    <div className={classes.hash}>
      <span>{label}:</span>
      <code title={hash}>{hash.slice(0, shown)}…</code>
      <CopyButton value={hash}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'green.9' : 'gray'}
            size="sm"
            aria-label={copied ? t('versions.copied') : t('versions.copy', { what: label })}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
