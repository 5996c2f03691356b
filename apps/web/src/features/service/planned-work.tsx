import { Card, List, Text } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import type { Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';

/** What the office planned for the visit. It is not part of the protocol. */
export function PlannedWork({ visit: { text, checklist } }: { visit: Visit }) {
  const { t } = useTranslation('service');
  if (!text && checklist.length === 0) return null;
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
    </Card>
  );
}
