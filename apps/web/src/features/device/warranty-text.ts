import { type WarrantyKind, warrantyKinds } from '@servicebook/shared/warranty';
import { useTranslation } from 'react-i18next';

/** A warranty between how it is stored, by code or as free text, and how the reader sees it. */
export function useWarrantyTexts() {
  const { t } = useTranslation('device');
  const names = warrantyKinds.map((kind) => t(`warrantyKinds.${kind}`));
  return {
    /** The suggestions. */
    names,
    shown: (stored: string): string => names[warrantyKinds.indexOf(stored as WarrantyKind)] ?? stored,
    /** Only the exact name is a kind here, so that more can be typed after it; saving reads it loosely. */
    stored: (shown: string): string => warrantyKinds[names.indexOf(shown)] ?? shown,
  };
}
