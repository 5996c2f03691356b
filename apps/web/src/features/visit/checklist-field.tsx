import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { VisitInput } from '@servicebook/shared/visit';
import { IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type Control, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { fetchChecklist } from './visit.queries.ts';
import type { VisitFormValues } from './visit-form-values.ts';

/** What to do, line by line: typed, or taken from the actions of the machines' categories. */
export function ChecklistField({ control }: { control: Control<VisitFormValues, unknown, VisitInput> }) {
  const { t } = useTranslation('visit');
  const queryClient = useQueryClient();
  const { fields, append, remove } = useFieldArray({ control, name: 'checklist' });
  const devices = useWatch({ control, name: 'devices' });
  const take = async () => {
    const names = await fetchChecklist(
      queryClient,
      devices.map(({ categoryId }) => categoryId),
    );
    const missing = names.filter((name) => !fields.some((line) => line.name === name));
    append(
      missing.map((name) => ({ name, done: false })),
      { shouldFocus: false },
    );
  };
  return (
    <Stack component="fieldset" gap="xs">
      <Text component="legend" size="sm" fw={550} pb={6}>
        {t('checklist')}
      </Text>
      {fields.map((line, index) => (
        <Group key={line.id} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('checklistLine', { number: index + 1 })}
            autoComplete="off"
            {...control.register(`checklist.${index}.name`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('removeLine', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs">
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => append({ name: '', done: false })}
        >
          {t('addLine')}
        </Button>
        {devices.length > 0 && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconListCheck size={16} aria-hidden />}
            onClick={() => take().catch((error) => showToast({ tone: 'error', message: errorText(error) }))}
          >
            {t('fromCategory')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
