import { Checkbox, Textarea } from '@mantine/core';
import type { Device, DeviceStatus } from '@servicebook/shared/device';
import { IncidentInsert } from '@servicebook/shared/incident';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DateTimeField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { showSaved } from '../../lib/saved-toast.ts';
import { presentTime } from '../../lib/server-time.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { momentOf, wallTime } from '../../lib/wall-clock.ts';
import { useInsertIncident } from './incident.queries.ts';

/** The event as entered: its time is in the user's timezone and is sent as an instant in UTC. */
const formSchema = (deviceId: number, timezone: string) =>
  z
    .object({
      wall: z
        .string('DATE_REQUIRED')
        .min(1, 'DATE_REQUIRED')
        .refine((wall) => momentOf(wall, timezone) !== null, 'INVALID'),
      text: IncidentInsert.shape.text,
      setsFault: z.boolean(),
    })
    .transform(({ wall, text, setsFault }) => ({
      device: { id: deviceId },
      date: momentOf(wall, timezone) ?? '',
      text,
      setsFault,
    }));

/** Statuses that say as much as a fault, or more. */
const out: readonly DeviceStatus[] = ['FAULT', 'BROKEN', 'DANGER'];

interface Props {
  device: Device;
  onClose: () => void;
}

/** Adds an event, with the current time by default. */
export function IncidentDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['incident', 'common', 'device']);
  const { user } = useSession();
  const timezone = user?.timezone ?? 'UTC';
  const [now] = useState(() => wallTime(presentTime(), timezone));
  const insert = useInsertIncident();
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: formSchema(device.id, timezone),
    defaultValues: { wall: now, text: '', setsFault: false },
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
    },
    refusals: {},
  });
  return (
    <FormDialog
      title={t('addTitle')}
      saveLabel={t('add')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
      waits
    >
      <Controller
        control={form.control}
        name="wall"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <DateTimeField
            label={t('date')}
            required
            {...{ onBlur, ref, name }}
            value={value || null}
            // An emptied field is a missing value, not a value of the wrong type.
            onChange={(wall) => onChange(wall ?? '')}
            error={errorOf('wall')}
          />
        )}
      />
      <Textarea
        label={t('text')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={14}
        data-autofocus
        {...field('text')}
      />
      {!out.includes(device.status) && (
        <Checkbox
          label={t('setsFault', { status: t('device:status.FAULT') })}
          {...form.register('setsFault')}
        />
      )}
    </FormDialog>
  );
}
