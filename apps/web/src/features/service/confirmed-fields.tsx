import { Alert, Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { confirmedContent, signedText } from '@servicebook/shared/signed-content';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { isDay } from '../../lib/day-text.ts';
import { fieldText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { isNumbered } from '../../lib/protocol-number.ts';
import { countsAlone, lastHeard } from '../../lib/server-time.ts';
import { useStoredAnswers } from '../../lib/stored-answers.ts';
import { useSession } from '../../lib/use-session.ts';
import { OtherPerformers } from './other-performers.tsx';
import { OwnSignatureField } from './own-signature-field.tsx';
import type { ToSign } from './service.queries.ts';
import type { Confirmed } from './signature-keeping.ts';

/**
 * The default day is today, because protocols are signed where the work was done. A protocol signed before keeps its
 * day.
 */
export const initialConfirmation = ({
  snapshot,
  today,
  performedBy,
  alsoPerformedBy,
  ownSignature,
}: ToSign): Confirmed => ({
  date: snapshot.version > 0 ? snapshot.date : today,
  performedBy,
  alsoPerformedBy,
  ownSignature,
});

/** Only who did the work signs for the company, and only for themselves. */
export const ownSignatureIn = (
  { performedBy, alsoPerformedBy, ownSignature }: Confirmed,
  userId: number,
): string | null => (performedBy === userId || alsoPerformedBy.includes(userId) ? ownSignature : null);

/** Who did the work, as confirmed: the main performer first. */
export const performersIn = ({ performers }: ToSign, { performedBy, alsoPerformedBy }: Confirmed) =>
  [performedBy, ...alsoPerformedBy].flatMap((each) => performers.find(({ id }) => id === each) ?? []);

/** The text that a signature freezes; undefined while the day cannot be signed. */
export const textOf = (read: ToSign, confirmed: Confirmed): string | undefined =>
  refusedDate(read, confirmed)
    ? undefined
    : signedText(
        confirmedContent(read.snapshot, {
          date: confirmed.date,
          performers: performersIn(read, confirmed),
        }),
      );

/** The code of the error if the day cannot be signed; otherwise undefined. */
export function refusedDate({ today }: ToSign, { date }: Confirmed) {
  if (!isDay(date)) return 'DATE_REQUIRED';
  return date > today ? 'DATE_IN_FUTURE' : undefined;
}

/** The number of a protocol that was never signed is assigned in the month of signing. */
export const getsNewNumber = ({ snapshot }: ToSign, { date }: Confirmed): boolean =>
  snapshot.version === 0 &&
  (!isNumbered(snapshot.documentNumber) || date.slice(0, 7) !== snapshot.date.slice(0, 7));

interface ConfirmedFieldsProps {
  read: ToSign;
  confirmed: Confirmed;
  /** A signature exists; it is valid only for the text that was read. */
  locked: boolean;
  onChange: (change: Partial<Confirmed>) => void;
}

/** Performers and day of the work: the defaults are usually correct, and can be changed here. */
export function ConfirmedFields({ read, confirmed, locked, onChange }: ConfirmedFieldsProps) {
  const { t } = useTranslation('service-signing');
  const { user } = useSession();
  const { snapshot, today, performers } = read;
  const people = performers.map((person) => ({ id: person.id, label: nameOf(person) }));
  const choose = (performedBy: number) =>
    onChange({
      performedBy,
      alsoPerformedBy: confirmed.alsoPerformedBy.filter((id) => id !== performedBy),
    });
  const formerDay = formatDay(snapshot.date, currentLanguage());
  const dateError = refusedDate(read, confirmed);
  const waits = useStoredAnswers() !== null || !isNumbered(snapshot.documentNumber);
  const notes = [
    snapshot.version === 0 && snapshot.date !== confirmed.date && t('formerDay', { day: formerDay }),
    !dateError && getsNewNumber(read, confirmed) && t(waits ? 'numberWhenSent' : 'newNumber'),
    locked && t('locked'),
  ].filter((note) => note !== false);
  return (
    <Stack
      gap="xs"
      align="flex-start"
      // Enter takes the typed day, and must not go on to the signature.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <SimpleGrid minColWidth="min(100%, 10rem)" autoFlow="auto-fit" spacing="sm" w="100%">
        <DateField
          label={t('date')}
          required
          disabled={locked}
          value={confirmed.date}
          error={fieldText(dateError)}
          onChange={(date) => onChange({ date: date ?? '' })}
        />
        <NativeSelect
          label={t('performedBy')}
          disabled={locked}
          value={String(confirmed.performedBy)}
          data={people.map(({ id, label }) => ({ value: String(id), label }))}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
      </SimpleGrid>
      {people.length > 1 && (
        <OtherPerformers
          label={t('alsoPerformedBy')}
          disabled={locked}
          people={people.filter(({ id }) => id !== confirmed.performedBy)}
          value={confirmed.alsoPerformedBy}
          onChange={(alsoPerformedBy) => onChange({ alsoPerformedBy })}
        />
      )}
      {user && [confirmed.performedBy, ...confirmed.alsoPerformedBy].includes(user.id) && (
        <OwnSignatureField
          name={nameOf(user)}
          value={confirmed.ownSignature}
          kept={read.ownSignature}
          disabled={locked}
          onChange={(ownSignature) => onChange({ ownSignature })}
        />
      )}
      {!locked && countsAlone() && (
        <Alert color="yellow" variant="light" role="note">
          {t('checkDay', {
            since: momentIn(new Date(lastHeard() ?? 0), user?.timezone || 'UTC'),
          })}
        </Alert>
      )}
      {notes.length > 0 && (
        <Text size="sm" role="note">
          {notes.join(' ')}
        </Text>
      )}
      {!locked && snapshot.date < today && confirmed.date !== snapshot.date && (
        <Button variant="light" onClick={() => onChange({ date: snapshot.date })}>
          {t('takeDay', { day: formerDay })}
        </Button>
      )}
    </Stack>
  );
}
