import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { mayStep, type Visit } from '@servicebook/shared/visit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ToldCustomer } from './told-customer.tsx';
import { useStepVisit } from './visit.queries.ts';

const causes = ['NOBODY_THERE', 'OTHER'] as const;

/** Asks why a visit does not take place, and whether it needs another day. */
export function CancelDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { t } = useTranslation(['visit', 'errors', 'components']);
  const step = useStepVisit();
  const { id, revision, state } = visit;
  // Only somebody who was to go on a day can have found nobody there.
  const mayPlanAgain = mayStep('PLAN_AGAIN', state);
  const [cause, setCause] = useState<(typeof causes)[number]>('OTHER');
  const [again, setAgain] = useState(true);
  const [tried, setTried] = useState(false);
  const [words, setWords] = useState('');
  const nobodyThere = cause === 'NOBODY_THERE';
  const planAgain = nobodyThere && again;
  const said = words.trim();
  const reason = joinPresent([nobodyThere && t('causes.NOBODY_THERE'), said], ': ').slice(0, 255);
  return (
    <FormDialog
      title={t('cancelTitle')}
      saveLabel={t(planAgain ? 'planAgain' : 'cancelVisit')}
      cancelLabel={t('components:header.back')}
      saving={step.isPending}
      dirty={said !== ''}
      failure={step.error}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (reason === '' || step.isPending) return;
        step.mutate(
          { body: { id, step: planAgain ? 'PLAN_AGAIN' : 'CANCEL', reason, revision } },
          { onSuccess: onClose },
        );
      }}
      onClose={onClose}
    >
      {mayPlanAgain && (
        <Radio.Group
          label={t('cause')}
          value={cause}
          onChange={(next) => setCause(next as (typeof causes)[number])}
        >
          <Stack gap="xs" mt="xs">
            {causes.map((each) => (
              <Radio key={each} value={each} label={t(`causes.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Textarea
        label={t(nobodyThere ? 'cancelDetail' : 'cancelReason')}
        withAsterisk={!nobodyThere}
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus={!mayPlanAgain || undefined}
        error={tried && reason === '' && t('errors:fields.ENTER_TEXT')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {!nobodyThere && <ToldCustomer visit={visit} next={null} />}
      {nobodyThere && (
        <Checkbox
          label={t('again')}
          description={t('againHint')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
