import '@mantine/core/styles/Badge.layer.css';
import { ActionIcon, Anchor, Badge, Button, Card, CopyButton, Flex, Group, Text } from '@mantine/core';
import { joinPresent, nameOrDash } from '@servicebook/i18n/names.ts';
import type { ServiceProtocol, ServiceVersion } from '@servicebook/shared/service';
import { shortHash } from '@servicebook/shared/signed-content';
import { IconCheck, IconCopy, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { useOutOfReach } from './out-of-reach.ts';
import { pdfFile } from './pdf-actions.ts';
import { serviceVersionsQuery } from './service.queries.ts';
import { SignEvidence } from './sign-evidence.tsx';

const VersionDifferences = lazy(() => import('./version-differences.tsx'));

interface VersionListProps {
  protocol: ServiceProtocol;
  timezone: string;
  onPreview: (file: PreviewedFile) => void;
}

/** All signed versions of a protocol: signer, time, document and hash. */
export function VersionList({ protocol, timezone, onPreview }: VersionListProps) {
  const { t } = useTranslation('service');
  const outOfReach = useOutOfReach()(protocol);
  const { data, error, refetch } = useQuery({
    ...serviceVersionsQuery(protocol.id),
    // A document is rendered shortly after signing.
    refetchInterval: ({ state }) => (state.data?.some(({ pdfSha256 }) => pdfSha256 === null) ? 3000 : false),
  });
  if (!data && outOfReach)
    return (
      <Text size="sm" c="dimmed">
        {t('view.versionsLater')}
      </Text>
    );
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  return (
    <Flex component="ol" direction="column" gap="xs">
      {data.map((version) => (
        <Version key={version.version} {...{ version, protocol, timezone, onPreview }} />
      ))}
    </Flex>
  );
}

function Version({
  version: {
    version,
    createdAt,
    user,
    signature,
    differences,
    snapshotSha256,
    readSha256,
    attachments,
    pdfSha256,
    verifyUrl,
  },
  protocol,
  timezone,
  onPreview,
}: VersionListProps & { version: ServiceVersion }) {
  const { t } = useTranslation('service');
  const { may } = useSession();
  const attachmentsText =
    attachments === null
      ? t('versions.attachmentsNotSigned')
      : attachments.length === 0
        ? t('versions.noAttachments')
        : t('versions.attachments', { names: attachments.join(', ') });
  return (
    <Card component="li" padding="sm" fz="sm">
      <Group justify="space-between" mb={4}>
        <strong>
          {t('versions.version', { version })}
          {version === protocol.version && protocol.state === 'SIGNED' && !protocol.withdrawn && (
            <Badge variant="default" tt="none" ml="xs">
              {t('versions.current')}
            </Badge>
          )}
        </strong>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileTypePdf size={18} stroke={1.7} aria-hidden />}
          aria-label={`PDF: ${t('versions.version', { version })}`}
          onClick={() => onPreview(pdfFile(protocol, version))}
        >
          PDF
        </Button>
      </Group>
      <div>
        {momentIn(createdAt, timezone)}
        {' · '}
        {t('versions.by', { name: nameOrDash(user) })}
      </div>
      <div>
        {signature.kind === 'DRAWN'
          ? t(signature.atDistance ? 'versions.atDistance' : 'versions.drawn', {
              name: joinPresent([signature.signerName, signature.signerRole]),
            })
          : t('versions.paper')}
      </div>
      {signature.atDistance && may('log.read') && (
        <SignEvidence serviceId={protocol.id} version={version} timezone={timezone} />
      )}
      <div>{attachmentsText}</div>
      {differences.length > 0 && (
        <Suspense>
          <VersionDifferences differences={differences} />
        </Suspense>
      )}
      {readSha256 && (
        <Text inherit c="dimmed">
          {t('versions.read', { hash: shortHash(readSha256) })}
        </Text>
      )}
      <Hash label={t('versions.contentHash')} hash={snapshotSha256} />
      {pdfSha256 && <Hash label={t('versions.pdfHash')} hash={pdfSha256} />}
      {verifyUrl && (
        <Copied label={t('versions.verify')} value={verifyUrl}>
          <Anchor href={verifyUrl} target="_blank" inherit size="xs" mod="touch">
            {verifyUrl.replace(/^https?:\/\//, '')}
          </Anchor>
        </Copied>
      )}
    </Card>
  );
}

const hashLength = 12;

const Hash = ({ label, hash }: { label: string; hash: string }) => (
  <Copied label={label} value={hash}>
    <Text span inherit size="xs" ff="monospace" title={hash}>
      {hash.slice(0, hashLength)}…
    </Text>
  </Copied>
);

/** A value with its name, and a button that copies it. */
function Copied({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  const { t } = useTranslation('service');
  return (
    <Group gap={6} c="dimmed">
      <span>{label}:</span>
      {children}
      <CopyButton value={value}>
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
    </Group>
  );
}
