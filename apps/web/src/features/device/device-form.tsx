import { ActionIcon, Autocomplete, Button, Group, Text, TextInput } from '@mantine/core';
import { type Device, DeviceInsert, DeviceUpdate } from '@servicebook/shared/device';
import { IconListSearch, IconMapPin } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { DateField } from '../../components/date-field.tsx';
import { EntityConflict } from '../../components/entity-conflict.tsx';
import { EntityInputs } from '../../components/entity-inputs.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FieldGroup, FormGrid } from '../../components/form-grid.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { emptyValues, valuesFrom } from '../../lib/form-values.ts';
import { fetchNewest } from '../../lib/queries.ts';
import { showSaved } from '../../lib/saved-toast.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { type SaveForm, useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { type CategoryOption, loadCategoryOptions } from '../category/category.queries.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';
import { useCustomerAddress } from './customer-address.ts';
import { deviceQuery, useInsertDevice, useUpdateDevice } from './device.queries.ts';
import { useDeviceFields } from './device-fields.tsx';
import type { Popup } from './device-form-popups.tsx';
import { SameSerialNumber } from './same-serial-number.tsx';
import { StatusSelect } from './status-select.tsx';
import { useWarrantyTexts } from './warranty-text.ts';

const DeviceFormPopups = lazy(async () => ({
  default: (await import('./device-form-popups.tsx')).DeviceFormPopups,
}));

type Values = z.input<typeof DeviceInsert>;
type ChangedValues = z.input<typeof DeviceUpdate>;

interface Props {
  /** The machine to change; without it, the form adds one. */
  device?: Device;
  /** The customer of a new machine, if known. */
  customer?: { id: number; shortName: string } | undefined;
  /** Receives the ids of the machine and its customer. */
  onSaved: (id: number, customerId: number) => void;
  onCancel: () => void;
  /** The query parameter that shows the form, if it is only a part of its page. */
  shownBy?: string;
  /** Shown next to save and cancel: the delete button of the edit screen. */
  extra?: ReactNode;
}

const empty: Values = { ...emptyValues(DeviceInsert), name: '' };
/** A machine that waits on this phone has a revision that no call may name; it is replaced before it is sent. */
const FormOfChange = DeviceUpdate.extend({ revision: z.number().optional() });
const valuesOf = (device: Device): ChangedValues => valuesFrom(DeviceUpdate, device);

/** Adds or changes a machine. It does not depend on the page around it. */
export function DeviceForm({ device, ...props }: Props) {
  return device ? <EditForm device={device} {...props} /> : <AddForm {...props} />;
}

function AddForm({ customer, onSaved, ...props }: Omit<Props, 'device'>) {
  const insert = useInsertDevice();
  const saveForm = useSaveForm({
    schema: DeviceInsert,
    defaultValues: customer
      ? { ...empty, customer: { id: customer.id, shortName: customer.shortName } as never }
      : empty,
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (id, { customer }) => onSaved(id, customer.id),
  });
  return <Fields saveForm={saveForm} stored={null} {...props} />;
}

/** The tab of inspections, beside the form, sets it too. */
const sharedFields = ['inspectionPeriodInMonths'] as const;

function EditForm({ device, shownBy, onSaved, ...props }: Props & { device: Device }) {
  const queryClient = useQueryClient();
  const update = useUpdateDevice();
  const recordForm = useRecordForm({
    schema: FormOfChange,
    stored: device,
    sharedFields,
    valuesOf,
    fetchNewest: () => fetchNewest(queryClient, deviceQuery(device.id)),
    save: (content, idempotencyKey) => update.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (saved) => {
      showSaved(saved);
      onSaved(saved.id, saved.customer.id);
    },
    ...(shownBy && { shownBy }),
  });
  return (
    <Fields
      // Both forms have the same fields; a change also sends the machine's id and revision.
      saveForm={recordForm as unknown as SaveForm<Values, DeviceInsert>}
      stored={device.id}
      notice={<EntityConflict fields={useDeviceFields()} form={recordForm} />}
      {...props}
    />
  );
}

interface FieldsProps extends Pick<Props, 'onCancel' | 'extra'> {
  saveForm: SaveForm<Values, DeviceInsert>;
  /** The id of the machine being changed. */
  stored: number | null;
  notice?: ReactNode;
}

function Fields({ saveForm, stored, notice, onCancel, extra }: FieldsProps) {
  const { t } = useTranslation('device');
  const { may } = useSession();
  const [popup, setPopup] = useState<Popup | null>(null);
  const { form, field, errorOf, submit, saving, dirty, failure } = saveForm;
  // Registered in visual order, because a refused save focuses the first invalid field.
  const statusField = field('status');
  const nameField = field('name');
  const { control } = form;
  const category = useController({ control, name: 'category' }).field;
  const customer = useController({ control, name: 'customer' }).field;
  const transferDate = useController({ control, name: 'transferDate' }).field;
  const warranty = useController({ control, name: 'warranty' }).field;
  const warrantyLength = useController({ control, name: 'warrantyLength' }).field;
  const interval = useController({ control, name: 'inspectionPeriodInMonths' }).field;
  /** The user has typed an interval: choosing a category no longer changes it. */
  const [typedInterval, setTypedInterval] = useState(stored !== null);
  const warrantyTexts = useWarrantyTexts();
  const status = form.watch('status') ?? 'OK';
  const fields = useDeviceFields();
  // Checked on blur and on save, not while typing.
  const [serialNumber, setSerialNumber] = useState(form.getValues('serialNumber') ?? '');
  const compareSerialNumber = () => setSerialNumber(form.getValues('serialNumber') ?? '');

  const set = (changes: Partial<Values>) => {
    for (const [name, value] of Object.entries(changes))
      form.setValue(name as keyof Values, value as never, { shouldDirty: true, shouldValidate: true });
  };
  const address = useCustomerAddress(customer.value?.id, set);

  return (
    <form
      onSubmit={(event) => {
        compareSerialNumber();
        return submit(event);
      }}
      noValidate
    >
      <FormGrid>
        <StatusSelect status={status} {...statusField} />
        <TextInput
          label={t('name')}
          withAsterisk
          autoComplete="off"
          rightSectionPointerEvents="all"
          rightSectionWidth={44}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('names.open')}
              title={t('names.open')}
              onClick={() => setPopup({ kind: 'name' })}
            >
              <IconListSearch size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          }
          {...nameField}
        />
        <SearchSelect
          label={t('category')}
          placeholder={t('chooseCategory')}
          required
          name={category.name}
          ref={category.ref}
          onBlur={category.onBlur}
          value={toOption(category.value)}
          onChange={(option) => {
            set({ category: (option && { id: option.id, name: option.label }) as never });
            const chosen = option as CategoryOption | null;
            if (chosen && !typedInterval)
              set({ inspectionPeriodInMonths: chosen.inspectionPeriodInMonths ?? null });
          }}
          loadOptions={loadCategoryOptions}
          error={errorOf('category') ?? errorOf('category.id')}
          action={
            may('category.manage')
              ? { label: t('addCategory'), onClick: (typed) => setPopup({ kind: 'category', typed }) }
              : undefined
          }
        />
        <SearchSelect
          label={t('customer')}
          placeholder={t('chooseCustomer')}
          required
          name={customer.name}
          ref={customer.ref}
          onBlur={customer.onBlur}
          value={toOption(customer.value)}
          onChange={(option) =>
            set({ customer: (option && { id: option.id, shortName: option.label }) as never })
          }
          loadOptions={loadCustomerOptions}
          error={errorOf('customer') ?? errorOf('customer.id')}
          action={
            may('customer.edit')
              ? { label: t('addCustomer'), onClick: () => setPopup({ kind: 'customer' }) }
              : undefined
          }
        />
        <EntityInputs fields={fields} part="own" saveForm={saveForm} />
        <FieldGroup title={t('nameplate')} onBlur={compareSerialNumber}>
          <Text size="sm" c="dimmed" mt="-sm" mod="whole">
            {t('nameplateHint')}
          </Text>
          <EntityInputs
            fields={fields}
            part="nameplate"
            saveForm={saveForm}
            below={{ serialNumber: <SameSerialNumber serialNumber={serialNumber} except={stored} /> }}
          />
        </FieldGroup>
        <DateField
          label={t('transferDate')}
          clearable
          name={transferDate.name}
          ref={transferDate.ref}
          onBlur={transferDate.onBlur}
          value={transferDate.value ?? null}
          onChange={transferDate.onChange}
          error={errorOf('transferDate')}
        />
        <NumberField
          label={t('inspectionInterval')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t(interval.value ? 'inspectionIntervalHint' : 'noInspectionInterval')}
          name={interval.name}
          ref={interval.ref}
          onBlur={interval.onBlur}
          value={interval.value ?? null}
          onChange={(months) => {
            setTypedInterval(true);
            interval.onChange(months);
          }}
          error={errorOf('inspectionPeriodInMonths')}
          negative="empty"
        />
        <Group grow wrap="nowrap" align="start">
          <Autocomplete
            label={t('warranty')}
            data={warrantyTexts.names}
            // Always offers all of them, whatever the field contains, because they are only suggestions.
            filter={({ options }) => options}
            autoComplete="off"
            {...warranty}
            value={warrantyTexts.shown(warranty.value ?? '')}
            onChange={(text) => warranty.onChange(warrantyTexts.stored(text))}
            error={errorOf('warranty')}
          />
          <NumberField
            label={t('warrantyLength')}
            name={warrantyLength.name}
            ref={warrantyLength.ref}
            onBlur={warrantyLength.onBlur}
            value={typeof warrantyLength.value === 'number' ? warrantyLength.value : null}
            onChange={warrantyLength.onChange}
            error={errorOf('warrantyLength')}
            negative="empty"
          />
        </Group>
        <FieldGroup title={t('place')}>
          <Group gap="sm" mod="whole">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconMapPin size={16} stroke={1.7} aria-hidden />}
              loading={address.loading}
              disabled={!customer.value}
              onClick={address.copyAddress}
            >
              {t('customerAddress')}
            </Button>
            <Text span size="sm" c="dimmed" role="status">
              {address.missing && t('noCustomerAddress')}
            </Text>
          </Group>
          <TextInput mod="whole" label={t('streetAddress')} autoComplete="off" {...field('streetAddress')} />
          <Group wrap="nowrap" align="start">
            <TextInput flex={2} label={t('zipCode')} autoComplete="off" {...field('zipCode')} />
            <TextInput flex={3} label={t('city')} autoComplete="off" {...field('city')} />
          </Group>
          <CountrySelect label={t('country')} {...field('country')} />
        </FieldGroup>
      </FormGrid>
      {notice}
      <ErrorNotice error={failure ?? address.error} mt="md" />
      <FormActions
        inSight
        onCancel={onCancel}
        saving={saving}
        dirty={dirty}
        extra={extra}
        waits={stored !== null}
      />
      {popup && (
        <Suspense>
          <DeviceFormPopups
            popup={popup}
            onClose={() => setPopup(null)}
            onName={(name) => set({ name })}
            onCategory={({ id, name }) => set({ category: { id, name } as never })}
            onCustomer={({ id, shortName }) => set({ customer: { id, shortName } as never })}
          />
        </Suspense>
      )}
    </form>
  );
}

/** The form stores the selected object's name along with its id; the schema takes only the id. */
function toOption(value: { id: number; name?: string; shortName?: string } | null | undefined) {
  return value ? { id: value.id, label: value.name ?? value.shortName ?? '' } : null;
}
