import { type WarrantyKind, warrantyKinds } from '@servicebook/shared/warranty';
import { useTranslation } from 'react-i18next';

/** Converts a warranty between its stored form, a code or free text, and the displayed text. */
export function useWarrantyTexts() {
  const { t } = useTranslation('device');
  const names = warrantyKinds.map((kind) => t(`warrantyKinds.${kind}`));
  return {
    /** The suggested texts. */
    names,
    shown: (stored: string): string => names[warrantyKinds.indexOf(stored as WarrantyKind)] ?? stored,
    /** Only an exact name counts as a kind here, so that the user can type on after it; saving parses it leniently. */
    stored: (shown: string): string => warrantyKinds[names.indexOf(shown)] ?? shown,
  };
}
