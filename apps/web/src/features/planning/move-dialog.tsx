import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { isDay } from '../../lib/day-text.ts';
import { fieldText } from '../../lib/error-text.ts';
import type { Technician } from './board-rows.ts';
import type { Item, Target } from './plan.ts';

interface Props {
  items: readonly Item[];
  /** Where they are now, or the first free day. */
  start: Target;
  people: readonly Technician[];
  onMove: (target: Target) => void;
  onClose: () => void;
}

/** Chooses technician and day: the same as dragging, by keyboard and touch. */
export function MoveDialog({ items, start, people, onMove, onClose }: Props) {
  const { t } = useTranslation(['planning', 'common']);
  const [day, setDay] = useState(start.day);
  const [userId, setUserId] = useState(start.userId ?? null);
  const [tried, setTried] = useState(false);
  const [only] = items;
  const name = only?.kind === 'visit' ? only.visit.customer.shortName : only?.row.device.customer.shortName;
  const isPlanned = items.some((item) => item.kind === 'visit' && item.visit.day !== null);
  const invalid = day === null ? 'DATE_REQUIRED' : isDay(day) ? null : 'INVALID';
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        items.length === 1
          ? t(isPlanned ? 'moveOne' : 'scheduleOne', { name })
          : t('moveMany', { count: items.length })
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (invalid || day === null) return;
          onMove({ day, userId });
          onClose();
        }}
      >
        <Stack>
          <NativeSelect
            label={t('technician')}
            data-autofocus
            value={String(userId ?? '')}
            onChange={(event) => setUserId(Number(event.currentTarget.value) || null)}
            data={[
              { value: '', label: t('nobody') },
              ...people
                .filter(({ id, active }) => active || id === userId)
                .map((person) => ({ value: String(person.id), label: nameOf(person) })),
            ]}
          />
          <DateField
            label={t('day')}
            required
            value={day}
            onChange={setDay}
            error={tried && invalid ? fieldText(invalid) : undefined}
          />
          {items.some(({ kind }) => kind === 'due') && (
            <Text size="sm" c="dimmed">
              {t('groupHint')}
            </Text>
          )}
          <Group justify="flex-end" gap="xs" mod="actions">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit">{t(isPlanned ? 'move' : 'schedule')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
