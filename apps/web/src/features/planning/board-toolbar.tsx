import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { formatDayPart, formatDays } from '@servicebook/i18n/format.ts';
import { weekOf } from '@servicebook/shared/calendar';
import {
  IconChevronLeft,
  IconChevronRight,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NavigateOptions } from 'react-router-dom';
import type { z } from 'zod';
import { SearchBox } from '../../components/search-box.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { turned } from './board-days.ts';
import { type BoardAddress, type BoardRange, ranges } from './planning-address.ts';
import classes from './planning-page.module.css';

interface Props {
  range: BoardRange;
  days: readonly string[];
  today: string;
  people: string | null;
  side: boolean;
  /** A day of null is today. */
  onChange: (part: Partial<z.output<typeof BoardAddress>>, options?: NavigateOptions) => void;
  onSide: () => void;
}

/** Which days and technicians the board shows. Moving a visit does not draw it again. */
export const BoardToolbar = memo(function BoardToolbar({
  range,
  days,
  today,
  people,
  side,
  onChange,
  onSide,
}: Props) {
  const { t } = useTranslation('planning');
  const narrow = useNarrowScreen();
  const [first = today] = days;
  const last = days.at(-1) ?? first;
  const language = currentLanguage();
  const turnTo = (day: string | null) => onChange({ day }, { replace: false });
  const title =
    range === 'day'
      ? formatDayPart(first, language, {
          weekday: narrow ? 'short' : 'long',
          day: 'numeric',
          month: narrow ? 'short' : 'long',
          year: 'numeric',
        })
      : formatDays(first, last, language);
  return (
    <Group gap="xs" className={classes.toolbar ?? ''}>
      {narrow ? (
        <Button variant="default" leftSection={<IconInbox size={18} aria-hidden />} onClick={onSide}>
          {t('openSide')}
        </Button>
      ) : (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('side')}
          title={t('side')}
          aria-expanded={side}
          onClick={onSide}
        >
          {side ? (
            <IconLayoutSidebarLeftCollapse size={20} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftExpand size={20} aria-hidden />
          )}
        </ActionIcon>
      )}
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t(`before.${range}`)}
          onClick={() => turnTo(turned(range, first, -1))}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" disabled={days.includes(today)} onClick={() => turnTo(null)}>
          {t('today')}
        </Button>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t(`after.${range}`)}
          onClick={() => turnTo(turned(range, first, 1))}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <Text component="h2" className={classes.range ?? ''} aria-live="polite">
        {title}
        {range !== 'day' && (
          <Text component="span" size="sm" c="dimmed" ms={8} fw={400}>
            {t('week', { week: weekOf(first) })}
          </Text>
        )}
      </Text>
      {people !== null && (
        <SearchBox value={people} onSearch={(name) => onChange({ people: name })} placeholder={t('people')} />
      )}
      {!narrow && (
        <SegmentedControl
          ms="auto"
          aria-label={t('range')}
          value={range}
          onChange={(next) => onChange({ range: next as BoardRange }, { replace: false })}
          data={ranges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
        />
      )}
    </Group>
  );
});
