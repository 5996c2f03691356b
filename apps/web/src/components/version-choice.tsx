import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versions } from '../lib/merge-changes.ts';

/** What shows the contested fields of one kind of record. */
export interface ChoiceProps<Stored> {
  versions: Versions<Stored>;
  timezone: string;
  /** With the content to send on top of theirs. */
  onChosen: (content: object) => void;
}

interface VersionChoiceProps {
  /** Both texts of each contested field. */
  rows: readonly { contested: string; label: string; mine: string; theirs: string }[];
  onChosen: (isTheirs: (contested: string) => boolean) => void;
}

/** Both versions of what two users changed differently. Everything else of both is taken. */
export function VersionChoice({ rows, onChosen }: VersionChoiceProps) {
  const { t } = useTranslation('unsent');
  const [taken, setTaken] = useState<Record<string, string>>({});
  return (
    <Stack>
      <Text size="sm">{t('choice.text')}</Text>
      {rows.map(({ contested, label, ...values }) => (
        <Radio.Group
          key={contested}
          label={label}
          value={taken[contested] ?? ''}
          onChange={(side) => setTaken({ ...taken, [contested]: side })}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
            {(['mine', 'theirs'] as const).map((side) => (
              <Radio.Card key={side} value={side} p="sm" aria-label={`${label}: ${t(`choice.${side}`)}`}>
                <Group gap="xs" wrap="nowrap" align="start">
                  <Radio.Indicator />
                  <div>
                    <Text size="sm" fw={600}>
                      {t(`choice.${side}`)}
                    </Text>
                    <Text size="sm" mod="prose" style={{ whiteSpace: 'pre-line' }}>
                      {values[side] || '–'}
                    </Text>
                  </div>
                </Group>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
      ))}
      <Button
        disabled={rows.some(({ contested }) => !taken[contested])}
        onClick={() => onChosen((contested) => taken[contested] === 'theirs')}
      >
        {t('choice.send')}
      </Button>
    </Stack>
  );
}
