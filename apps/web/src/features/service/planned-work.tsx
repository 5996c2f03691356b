import { Anchor, Card, List, Text } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';

/** What the office planned for the visit, with the way to its files and notes. It is not part of the protocol. */
export function PlannedWork({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['service', 'visit']);
  const { text, checklist, files, notes } = visit;
  return (
    <Card padding="md" bg="var(--app-surface-sunken)" mb="md" component="section">
      <Text size="sm" c="dimmed">
        {t('plannedWork')}
      </Text>
      {text && <Text mod="prose">{text}</Text>}
      {checklist.length > 0 && (
        <List>
          {checklist.map(({ name, done }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is where it stands; names may repeat
            <List.Item key={position}>{done ? `✓ ${name}` : name}</List.Item>
          ))}
        </List>
      )}
      <Anchor component={Link} mod="touch" to={linkTo.visit({ id: visit.id })}>
        {joinPresent(
          [
            t('showVisit'),
            files > 0 && t('visit:fileCount', { count: files }),
            notes > 0 && t('visit:noteCount', { count: notes }),
          ],
          ' · ',
        )}
      </Anchor>
    </Card>
  );
}
