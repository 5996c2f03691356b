import { Flex, Group, Text, VisuallyHidden } from '@mantine/core';
import type { Change, LogEntity } from '@servicebook/shared/log';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFieldTexts } from './use-field-texts.ts';

/** One row per field, with its old and new value. */
export function ChangeRows({ entity, changes }: { entity: LogEntity; changes: readonly Change[] }) {
  const { t } = useTranslation('history');
  const { label, text } = useFieldTexts(entity);
  return (
    <Flex component="dl" direction="column" gap={4} mt={6} fz="sm">
      {changes.map(({ field, before, after }) => (
        <Group key={field} gap="0 0.75rem" align="flex-start">
          <Text component="dt" inherit c="dimmed" flex="0 1 10rem">
            {label(field)}
          </Text>
          <Group renderRoot={(props) => <dd {...props} />} gap="0 6px" flex="1 1 12rem">
            <VisuallyHidden>{t('from')}</VisuallyHidden>
            <Value text={text(field, before)} dimmed />
            <IconArrowNarrowRight size={16} stroke={1.7} aria-hidden />
            <VisuallyHidden>{t('to')}</VisuallyHidden>
            <Value text={text(field, after)} />
          </Group>
        </Group>
      ))}
    </Flex>
  );
}

function Value({ text, dimmed = false }: { text: string; dimmed?: boolean }) {
  const { t } = useTranslation('history');
  if (!text)
    return (
      <Text span inherit c="dimmed" fs="italic">
        {t('empty')}
      </Text>
    );
  return (
    <Text span inherit mod="prose" {...(dimmed ? { c: 'dimmed' } : { fw: 550 })}>
      {text}
    </Text>
  );
}
