import type { Place } from '@servicebook/shared/distance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PointPicker } from '../place/point-picker.tsx';

interface Props {
  /** The customer's name, which the marker bears. */
  name: string;
  value: Place | null;
  searchText: string;
  onApply: (position: Place) => void;
  onClose: () => void;
}

/** Picks the position of a customer; it is saved with the customer's form. */
export function PositionDialog({ name, value, searchText, onApply, onClose }: Props) {
  const { t } = useTranslation('customer');
  const [point, setPoint] = useState(value);
  const [asked, setAsked] = useState(false);
  return (
    <FormDialog
      title={t('position')}
      saveLabel={t('pin.apply')}
      saving={false}
      dirty={JSON.stringify(point) !== JSON.stringify(value)}
      failure={null}
      onSubmit={(event) => {
        event.preventDefault();
        // The form around it is not meant.
        event.stopPropagation();
        if (point) onApply(point);
        else setAsked(true);
      }}
      onClose={onClose}
    >
      <PointPicker
        label={name || t('position')}
        value={point}
        onChange={setPoint}
        error={asked && !point ? t('pin.missing') : undefined}
        searchText={searchText}
      />
    </FormDialog>
  );
}
