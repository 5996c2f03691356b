import '@mantine/core/styles/Radio.layer.css';
import { Anchor, Flex, Radio, Stack, Text } from '@mantine/core';
import { addDays } from '@servicebook/shared/calendar';
import { type Closure, latestEnd, retrievalEnd } from '@servicebook/shared/closure';
import { IconBriefcase, IconCoins, IconDownload, IconLock, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { isDay } from '../../lib/day-text.ts';
import { paths } from '../../lib/paths.ts';
import { useGiveNotice } from './closure.queries.ts';
import { dayWords } from './day-words.ts';

/** What the Data Act calls the transition: as long as moving to another provider usually takes. */
const transitionDays = 30;

/** Asks when the contract is to end, and says what happens when. */
export function ClosureDialog({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const { t } = useTranslation('closure');
  const { today, endsOn } = closure;
  const give = useGiveNotice();
  const [when, setWhen] = useState<'day' | 'now'>('day');
  const [day, setDay] = useState<string | null>(endsOn ?? addDays(today, transitionDays));
  const [asked, setAsked] = useState(false);

  const isPossible = day !== null && isDay(day) && day >= today && day <= latestEnd(today);
  const lastDay = when === 'now' ? today : isPossible ? day : null;
  const dayError = asked && !isPossible ? t('dialog.dayRange', { date: dayWords(latestEnd(today)) }) : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (lastDay) give.mutate(when === 'now' ? null : lastDay, { onSuccess: onClose });
  }
  return (
    <FormDialog
      title={t('dialog.title')}
      saveLabel={t(when === 'now' ? 'dialog.submitNow' : 'dialog.submitDay')}
      saving={give.isPending}
      dirty={false}
      failure={give.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group
        label={t('dialog.when')}
        value={when}
        onChange={(value) => setWhen(value === 'now' ? 'now' : 'day')}
      >
        <Stack gap={4} mt={4}>
          <Radio value="day" label={t('dialog.onDay')} mod="touch" />
          <Radio value="now" label={t('dialog.now')} mod="touch" />
        </Stack>
      </Radio.Group>
      {when === 'day' && (
        <DateField label={t('dialog.day')} value={day} onChange={setDay} error={dayError} required />
      )}
      {lastDay && <Consequences lastDay={lastDay} now={when === 'now'} closure={closure} />}
      <Text size="sm">
        <Anchor href={paths.conditions} target="_blank" inherit underline="always">
          {t('dialog.terms')}
        </Anchor>
      </Text>
    </FormDialog>
  );
}

/** What happens when, in its order. */
function Consequences({
  lastDay,
  now,
  closure: { paidUntil, termsFrom },
}: {
  lastDay: string;
  now: boolean;
  closure: Closure;
}) {
  const { t } = useTranslation('closure');
  // Who does not agree to changed terms leaves before they apply.
  const paidTime = (paid: string) =>
    termsFrom && lastDay < termsFrom
      ? t('dialog.paidBack', { date: dayWords(paid), from: dayWords(termsFrom) })
      : t('dialog.paid', { date: dayWords(paid) });
  const until = retrievalEnd(now ? lastDay : addDays(lastDay, 1));
  const steps = [
    ...(now ? [] : [{ Icon: IconBriefcase, text: t('dialog.works', { date: dayWords(lastDay) }) }]),
    { Icon: IconLock, text: t(now ? 'dialog.closesNow' : 'dialog.closes') },
    { Icon: IconDownload, text: t('dialog.fetch', { date: dayWords(until) }) },
    { Icon: IconTrash, text: t('dialog.erased', { date: dayWords(addDays(until, 1)) }) },
    ...(paidUntil && paidUntil > lastDay ? [{ Icon: IconCoins, text: paidTime(paidUntil) }] : []),
  ];
  return (
    <Flex component="ul" direction="column" gap="sm">
      {steps.map(({ Icon, text }) => (
        <Flex component="li" key={text} gap="sm" align="start">
          <Icon size={20} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: '0.125rem' }} />
          <Text span>{text}</Text>
        </Flex>
      ))}
    </Flex>
  );
}
