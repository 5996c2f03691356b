import '@mantine/core/styles/Badge.layer.css';
import { Badge, Box, Card, Group, Text } from '@mantine/core';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';

/** A read-only list of the service actions. */
export function ServiceActionsView({ actions }: { actions: ServiceAction[] }) {
  const { t } = useTranslation('category');
  if (actions.length === 0)
    return (
      <Card padding={0}>
        <EmptyState
          icon={<IconListCheck size={32} stroke={1.5} />}
          title={t('actions.emptyTitle')}
          hint={t('actions.emptyHintUser')}
        />
      </Card>
    );
  return (
    <Card component="ol" padding={0} mod="rows" aria-label={t('actions.list')}>
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves, and names may repeat
        <Box key={index} component="li" px="md" py="sm">
          <ServiceActionText action={action} />
        </Box>
      ))}
    </Card>
  );
}

/** An action's name, with its recorded values below. */
export function ServiceActionText({ action }: { action: ServiceAction }) {
  return (
    <Box miw={0}>
      {action.name}
      {action.fields.length > 0 && (
        <Group renderRoot={(props) => <ul {...props} />} gap={6} mt={4}>
          {action.fields.map(({ name, unit, required }, index) => (
            <Badge
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves, and names may repeat
              key={index}
              component="li"
              color="gray"
              c="var(--mantine-color-text)"
              variant="light"
              radius="xs"
              size="lg"
              fw={400}
              tt="none"
            >
              {name}
              {required && '*'}{' '}
              {unit && (
                <Text span inherit c="dimmed">
                  {unit}
                </Text>
              )}
            </Badge>
          ))}
        </Group>
      )}
    </Box>
  );
}
