import { Button, Card, Flex, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../../components/section-card.tsx';
import { useDraftRows } from '../../../features/service/use-draft-rows.ts';
import { resumesDraft } from '../../../lib/use-open-service.ts';

/** Saved protocols whose attachments wait on this device, and those that were started here and not saved. */
export function DraftsSection() {
  const { t } = useTranslation('service');
  const rows = useDraftRows();
  return (
    <>
      <Drafts
        rows={rows.filter(({ saved }) => saved)}
        title={t('draft.filesTitle')}
        hint={t('draft.filesHint')}
        action={t('draft.sendFiles')}
      />
      <Drafts
        rows={rows.filter(({ saved }) => !saved)}
        title={t('draft.listTitle')}
        hint={t('draft.listHint')}
        action={t('draft.resume')}
      />
    </>
  );
}

interface DraftsProps {
  rows: ReturnType<typeof useDraftRows>;
  title: string;
  hint: string;
  action: string;
}

function Drafts({ rows, action, ...texts }: DraftsProps) {
  if (rows.length === 0) return null;
  return (
    <SectionCard {...texts}>
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
                aria-label={`${action}: ${hint}`}
              >
                {action}
              </Button>
            </Group>
          </Card>
        ))}
      </Flex>
    </SectionCard>
  );
}
