import { Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { SignEvidence as Kept } from '@servicebook/shared/sign-request';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { momentIn } from '../../lib/moment-text.ts';
import { signEvidenceQuery } from './sign-request.queries.ts';

interface Props {
  serviceId: number;
  version: number;
  timezone: string;
}

/** For admins: when, and from which address and browser, a version was read and signed at a distance. */
export function SignEvidence({ serviceId, version, timezone }: Props) {
  const { data } = useQuery(signEvidenceQuery(serviceId));
  const evidence = data?.find((each) => each.version === version);
  return evidence ? (
    <Suspense>
      <Evidence evidence={evidence} timezone={timezone} />
    </Suspense>
  ) : null;
}

function Evidence({ evidence, timezone }: { evidence: Kept; timezone: string }) {
  const { t } = useTranslation('service-signing');
  const at = (moment: string | null) => moment && momentIn(moment, timezone);
  const { sentTo, sentBy: name, createdAt, firstShownAt, signedAt } = evidence;
  const sent = { at: momentIn(createdAt, timezone), name };
  return (
    <details>
      <summary>{t('request.evidence.title')}</summary>
      <Text size="sm" c="dimmed">
        {sentTo ? t('request.sentTo', { ...sent, address: sentTo }) : t('request.linkMade', sent)}
      </Text>
      <Text size="sm" c="dimmed">
        {`${t('request.evidence.shown')}: ${joinPresent([at(firstShownAt), evidence.shownIp, evidence.shownUserAgent], ' · ')}`}
      </Text>
      <Text size="sm" c="dimmed">
        {`${t('request.evidence.signed')}: ${joinPresent([at(signedAt), evidence.signedIp, evidence.signedUserAgent], ' · ')}`}
      </Text>
    </details>
  );
}
