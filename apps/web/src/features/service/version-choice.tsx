import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versions } from '../../lib/merge-changes.ts';
import { joinProtocols } from './join-protocols.ts';
import { conflictingLine, lineOfTheirs, type MergedField } from './merge-protocols.ts';
import { choiceName, lineText, useValueText } from './protocol-conflict.tsx';
import { machineKey } from './service-form-values.ts';

interface VersionChoiceProps {
  versions: Versions<ServiceProtocol>;
  timezone: string;
  /** With the content to send on top of theirs. */
  onChosen: (content: object) => void;
}

/** Both versions of what two users changed differently. Everything else of both is taken. */
export default function VersionChoice({ versions, timezone, onChosen }: VersionChoiceProps) {
  const { t } = useTranslation(['unsent', 'service']);
  const textOf = useValueText();
  const [taken, setTaken] = useState<Record<string, string>>({});
  const { conflicts, mine, theirs } = joinProtocols(versions, timezone, () => false);
  const rows = conflicts.map((contested) => {
    const at = conflictingLine(contested);
    if (!at) {
      const field = contested as MergedField;
      const label = t(`service:conflict.fields.${field}`);
      return {
        ...{ contested, label },
        mine: textOf(field, mine, versions.mine),
        theirs: textOf(field, theirs, versions.theirs),
      };
    }
    // Either side may have taken the line out.
    const [ours, others] = [lineOfTheirs(theirs, mine, contested), lineOfTheirs(mine, theirs, contested)];
    const machine = mine.devices.length > 1 && mine.devices.find(({ id }) => machineKey(id) === at.machine);
    const name = ours?.line?.name ?? others?.name ?? at.name;
    const lineOf = (found: typeof ours) =>
      found?.line ? lineText(found.line) : t('service:conflict.notDone');
    return {
      ...{ contested, label: machine ? `${choiceName(machine)}, ${name}` : name },
      ...{ mine: lineOf(ours), theirs: lineOf(others) },
    };
  });
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
                <Group gap="xs" wrap="nowrap">
                  <Radio.Indicator />
                  <Text size="sm" fw={600}>
                    {t(`choice.${side}`)}
                  </Text>
                </Group>
                <Text size="sm" mod="prose" style={{ whiteSpace: 'pre-line' }}>
                  {values[side] || '–'}
                </Text>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
      ))}
      <Button
        disabled={rows.some(({ contested }) => !taken[contested])}
        onClick={() =>
          onChosen(joinProtocols(versions, timezone, (contested) => taken[contested] === 'theirs').content)
        }
      >
        {t('choice.send')}
      </Button>
    </Stack>
  );
}
