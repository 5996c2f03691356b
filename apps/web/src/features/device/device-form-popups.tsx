import { Modal } from '@mantine/core';
import type { Category } from '@servicebook/shared/category';
import type { Customer } from '@servicebook/shared/customer';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';

const DeviceNameChooser = lazy(async () => ({
  default: (await import('./device-name-chooser.tsx')).DeviceNameChooser,
}));
const CategoryForm = lazy(async () => ({
  default: (await import('../category/category-form.tsx')).CategoryForm,
}));
const CustomerForm = lazy(async () => ({
  default: (await import('../customer/customer-form.tsx')).CustomerForm,
}));

export type Popup = { kind: 'name' } | { kind: 'category'; typed: string } | { kind: 'customer' };

interface Props {
  popup: Popup | null;
  onClose: () => void;
  onName: (name: string) => void;
  onCategory: (category: Category) => void;
  onCustomer: (customer: Customer) => void;
}

/** The dialogs of the machine form. A record added there is selected in the form. */
export function DeviceFormPopups({ popup, onClose, onName, onCategory, onCustomer }: Props) {
  const { t } = useTranslation(['category', 'customer']);
  const then =
    <Made,>(take: (made: Made) => void) =>
    (made: Made) => {
      take(made);
      onClose();
    };
  switch (popup?.kind) {
    case 'name':
      return (
        <Suspense>
          <DeviceNameChooser onChoose={then(onName)} onClose={onClose} />
        </Suspense>
      );
    case 'category':
      return (
        <FormPopup title={t('category:addTitle')} size="30rem" onClose={onClose}>
          <CategoryForm initialName={popup.typed} onSaved={then(onCategory)} onCancel={onClose} />
        </FormPopup>
      );
    case 'customer':
      return (
        <FormPopup title={t('customer:addTitle')} size="44rem" onClose={onClose}>
          <CustomerForm onSaved={then(onCustomer)} onCancel={onClose} />
        </FormPopup>
      );
    default:
      return null;
  }
}

interface FormPopupProps {
  title: string;
  size: string;
  onClose: () => void;
  children: ReactNode;
}

function FormPopup({ title, size, onClose, children }: FormPopupProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={useNarrowScreen()}
      // An accidental click must not lose input.
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Suspense fallback={<LoadingState />}>{children}</Suspense>
    </Modal>
  );
}
