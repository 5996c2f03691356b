import { ActionIcon, Card, Group, Stack, Text } from '@mantine/core';
import { formatHours } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { fullDay } from '@servicebook/shared/planning';
import { IconBeach, IconPlus, IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import classes from './board.module.css';
import { type CellActions, dayName } from './board-cell.tsx';
import type { RowModel } from './board-rows.ts';
import { VisitCard } from './visit-card.tsx';

interface Props {
  rows: readonly RowModel[];
  chosen: ReadonlySet<string>;
  actions: CellActions;
}

/** One day on a phone: a list per technician. Cards are moved by their menu. */
export function PhoneBoard({ rows, chosen, actions }: Props) {
  const { t } = useTranslation(['planning', 'absence']);
  return (
    <Stack gap="sm">
      {rows.map(({ person, cells }) => {
        const [cell] = cells;
        if (!cell || (!person && cell.cards.length === 0)) return null;
        const { day, cards, minutes, overload, absence } = cell;
        const name = person ? nameOf(person) : t('nobody');
        return (
          <Card key={person?.id ?? 0} component="section" padding="sm" aria-label={name}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c={overload ? 'var(--mantine-color-error)' : 'dimmed'}>
                  {cards.length === 0
                    ? t('free')
                    : t('total', { count: cards.length, hours: formatHours(minutes, currentLanguage()) })}
                  {overload && ` ${t('tooMuch', { full: formatHours(fullDay, currentLanguage()) })}`}
                </Text>
              </div>
              <Group gap={4} wrap="nowrap">
                {person && cards.length > 0 && (
                  <ActionIcon
                    variant="subtle"
                    size="lg"
                    aria-label={t('dayOf', {
                      name,
                      day: dayName(day),
                      hours: formatHours(minutes, currentLanguage()),
                    })}
                    onClick={() => actions.openDay(day, person.id)}
                  >
                    <IconRoute size={20} aria-hidden />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-haspopup="menu"
                  aria-label={t('cell', { name, day: dayName(day) })}
                  onClick={(event) => actions.openCell(day, person?.id ?? null, event.currentTarget)}
                >
                  <IconPlus size={20} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
            {absence && (
              <span className={classes.absenceLine}>
                <IconBeach size={16} aria-hidden />
                {t(`absence:kind.${absence.kind}`)}
              </span>
            )}
            {cards.length > 0 && (
              <ul className={classes.phoneCards}>
                {cards.map((card) => (
                  <VisitCard key={card.key} card={card} chosen={chosen.has(card.key)} actions={actions} />
                ))}
              </ul>
            )}
          </Card>
        );
      })}
    </Stack>
  );
}
