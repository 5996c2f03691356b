import { Alert, Anchor, Text } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { isOfProtocol } from '../../../offline/outbox/entries.ts';
import { reasonOf } from './refusal-reason.ts';
import { useEntries } from './unsent.queries.ts';

/** Says in a protocol what of it the server has refused, and why. */
export function RefusedProtocol({ user, id }: { user: SessionUser; id: number }) {
  const { t } = useTranslation('unsent');
  const refused = useEntries(user)?.find((entry) => entry.refusal && isOfProtocol(entry, id));
  if (!refused?.refusal) return null;
  const kind =
    refused.label.kind === 'signature' || refused.label.kind === 'photo' ? refused.label.kind : 'save';
  return (
    <Alert
      color="red"
      radius="md"
      mb="md"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`refused.${kind}`)}
    >
      <Text inherit>{reasonOf(t, refused.refusal, refused.label)}</Text>
      <Anchor component={Link} inherit mod="touch" to={paths.storedData}>
        {t('refused.show')}
      </Anchor>
    </Alert>
  );
}
