import { Button, Group, Stack, Text } from '@mantine/core';
import { addDays } from '@servicebook/shared/calendar';
import { retrievalEnd } from '@servicebook/shared/closure';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { showToast } from '../../lib/toast.ts';
import { closureQuery, useTakeBackNotice } from './closure.queries.ts';
import { dayWords } from './day-words.ts';

const ClosureDialog = lazy(async () => ({
  default: (await import('./closure-dialog.tsx')).ClosureDialog,
}));

interface ClosureSectionProps {
  /** The dialog is open; the section about deletion leads to it, too. */
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
}

/** Ends the contract, or says when it ends. For admins. */
export function ClosureSection({ choosing, onChoosing }: ClosureSectionProps) {
  const { t } = useTranslation('closure');
  const { data: closure, error, refetch } = useQuery(closureQuery);
  const takeBack = useTakeBackNotice();
  const endsOn = closure?.endsOn;
  return (
    <SectionCard title={t('section.title')} hint={t('section.hint')}>
      {closure ? (
        <Stack>
          {endsOn && (
            <Text role="status">
              {t('section.given', { date: dayWords(endsOn) })}{' '}
              {t('section.afterwards', { date: dayWords(retrievalEnd(addDays(endsOn, 1))) })}
            </Text>
          )}
          <Group mod="actions">
            <Button variant="default" onClick={() => onChoosing(true)}>
              {t(endsOn ? 'section.change' : 'section.button')}
            </Button>
            {endsOn && (
              <Button
                loading={takeBack.isPending}
                onClick={() =>
                  takeBack.mutate(undefined, {
                    onSuccess: () => showToast({ message: t('section.takenBack') }),
                  })
                }
              >
                {t('section.takeBack')}
              </Button>
            )}
          </Group>
          <ErrorNotice error={takeBack.error} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      {closure && choosing && (
        <Suspense>
          <ClosureDialog closure={closure} onClose={() => onChoosing(false)} />
        </Suspense>
      )}
    </SectionCard>
  );
}
