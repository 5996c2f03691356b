import { Button, Card, Flex, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card.tsx';
import { useDraftRows } from '../../../features/service/use-draft-rows.ts';
import { resumesDraft } from '../../../features/service/use-service-address.ts';

/** Protocols that were started on this device and not saved. */
export function DraftsSection() {
  const { t } = useTranslation('service');
  const rows = useDraftRows();
  if (rows.length === 0) return null;
  return (
    <SectionCard title={t('draft.listTitle')} hint={t('draft.listHint')}>
      <Flex component="ul" direction="column" gap="xs">
        {rows.map(({ key, to, title, hint, when }) => (
          <Card component="li" padding="sm" key={key}>
            <Group justify="space-between" gap="sm">
              <div>
                <Text fw={600}>{title}</Text>
                <Text size="sm">{hint}</Text>
                <Text size="sm" c="dimmed">
                  {when}
                </Text>
              </div>
              <Button
                component={Link}
                to={to}
                state={resumesDraft}
                variant="default"
                aria-label={`${t('draft.resume')}: ${hint}`}
              >
                {t('draft.resume')}
              </Button>
            </Group>
          </Card>
        ))}
      </Flex>
    </SectionCard>
  );
}
