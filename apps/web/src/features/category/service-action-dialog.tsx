import { ActionIcon, Box, Button, Checkbox, Flex, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { ServiceAction } from '@servicebook/shared/service-action';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormActions } from '../../components/form-actions.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { sameAction } from './same-action.ts';

interface Props {
  /** The action to change; without it, the dialog adds one. */
  action: ServiceAction | undefined;
  /** Names of the other actions in the list. */
  taken: string[];
  /** With `more`, the dialog stays open for the next one. */
  onKeep: (action: ServiceAction, more: boolean) => void;
  onClose: () => void;
}

const nameIsTaken = 'ACTION_EXISTS';
/** Separators of the stored text, not allowed in a field's name or unit. */
const separators = /[+;{}]/g;
const maxFields = 20;

/** Edits one service action: its name and the values that technicians record. */
export function ServiceActionDialog({ action, taken, onKeep, onClose }: Props) {
  const { t } = useTranslation(['category', 'common']);
  const narrow = useNarrowScreen();
  const more = useRef(false);
  const { form, field, errorOf, submit, dirty, saving } = useSaveForm({
    schema: ServiceAction.refine(({ name }) => !taken.some((other) => sameAction(other, name)), {
      path: ['name'],
      message: nameIsTaken,
    }),
    defaultValues: { name: action?.name ?? '', fields: action?.fields ?? [] },
    save: async (content: ServiceAction) => content,
    onSaved: (kept) => {
      onKeep(kept, more.current);
      if (!more.current) return;
      form.reset({ name: '', fields: [] });
      form.setFocus('name');
    },
  });
  const fields = useFieldArray({ control: form.control, name: 'fields' });

  const apply = (event: React.SyntheticEvent, addsMore = false) => {
    more.current = addsMore;
    const filledFields =
      form.getValues('fields')?.filter(({ name, unit }) => name.trim() || unit?.trim()) ?? [];
    if (filledFields.length < fields.fields.length) fields.replace(filledFields);
    return submit(event);
  };
  const stripped = (name: `fields.${number}.name` | `fields.${number}.unit`) => {
    const { onChange, ...rest } = field(name);
    return {
      ...rest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const input = event.currentTarget;
        const clean = input.value.replace(separators, '');
        if (clean !== input.value) {
          const at = Math.max(0, (input.selectionStart ?? 1) - (input.value.length - clean.length));
          input.value = clean;
          input.setSelectionRange(at, at);
        }
        return onChange(event);
      },
    };
  };
  const name = field('name');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(action ? 'actions.editTitle' : 'actions.addTitle')}
      size="36rem"
      fullScreen={narrow}
      closeOnClickOutside={!dirty}
      closeOnEscape={!dirty}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={apply} noValidate>
        <Stack gap="lg">
          <TextInput
            label={t('actions.name')}
            description={t('actions.nameHint')}
            withAsterisk
            autoComplete="off"
            data-autofocus
            {...name}
            error={
              form.formState.errors.name?.message === nameIsTaken ? t('actions.exists') : errorOf('name')
            }
          />
          <Flex component="fieldset" direction="column" gap="sm" align="flex-start">
            <Text component="legend" size="sm" fw={550}>
              {t('actions.fields')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('actions.fieldsHint')}
            </Text>
            {fields.fields.map(({ id }, index) => (
              <Group key={id} gap="xs" align="flex-end" w="100%">
                <TextInput
                  flex="2 1 14rem"
                  label={t('actions.fieldName')}
                  autoComplete="off"
                  maxLength={100}
                  {...stripped(`fields.${index}.name`)}
                />
                <TextInput
                  label={t('actions.unit')}
                  autoComplete="off"
                  autoCapitalize="none"
                  maxLength={20}
                  {...stripped(`fields.${index}.unit`)}
                  flex="1 1 12rem"
                  inputContainer={(input) => (
                    <Group gap="xs" wrap="nowrap">
                      <Box flex={1}>{input}</Box>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="lg"
                        aria-label={t('actions.removeField', { number: index + 1 })}
                        onClick={() => fields.remove(index)}
                      >
                        <IconTrash size={18} stroke={1.7} aria-hidden />
                      </ActionIcon>
                    </Group>
                  )}
                />
                <Checkbox
                  w="100%"
                  label={t('actions.required')}
                  aria-label={`${t('actions.required')} ${index + 1}`}
                  {...form.register(`fields.${index}.required`)}
                />
              </Group>
            ))}
            {fields.fields.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('actions.requiredHint')}
              </Text>
            )}
            {fields.fields.length < maxFields && (
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => fields.append({ name: '', unit: '' })}
              >
                {t('actions.addField')}
              </Button>
            )}
          </Flex>
          <FormActions
            onCancel={onClose}
            saving={saving}
            dirty={false}
            extra={
              !action && (
                <Button variant="default" fullWidth onClick={(event) => apply(event, true)}>
                  {t('actions.addMore')}
                </Button>
              )
            }
            saveLabel={t(action ? 'actions.apply' : 'common:add')}
          />
        </Stack>
      </form>
    </Modal>
  );
}
