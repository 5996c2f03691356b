import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { paths } from '../../lib/paths.ts';
import { dayWords } from './day-words.ts';
import { useTermsSeen } from './terms.queries.ts';

/** Tells an admin once from when changed terms apply. */
export function TermsNotice({ from }: { from: string }) {
  const { t } = useTranslation('closure');
  const seen = useTermsSeen();
  return (
    <Alert role="note" mb="md" icon={<IconFileText aria-hidden />} data-not-printed>
      <Group justify="space-between" gap="xs">
        <Text span inherit>
          {t('terms.text', { date: dayWords(from) })}{' '}
          <Anchor component={Link} to={paths.conditions} inherit c="inherit" underline="always">
            {t('terms.read')}
          </Anchor>
        </Text>
        <Button variant="default" size="compact-sm" loading={seen.isPending} onClick={() => seen.mutate()}>
          {t('terms.seen')}
        </Button>
      </Group>
      <ErrorNotice error={seen.error} mt="sm" />
    </Alert>
  );
}
