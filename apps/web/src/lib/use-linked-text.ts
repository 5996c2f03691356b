import { formatList } from '@servicebook/i18n/format.ts';
import { type LinkedCounts, linkedKinds } from '@servicebook/shared/error-codes';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from './i18n.ts';

/**
 * `3 protocols and 2 notes`: the records that keep another one from being deleted; empty if there are none. Its texts:
 * `linked`.
 */
export function useLinkedText() {
  const { t } = useTranslation('linked');
  return (counts: LinkedCounts = {}): string =>
    formatList(
      linkedKinds.flatMap((kind) => {
        const count = counts[kind];
        return count ? t(kind, { count }) : [];
      }),
      currentLanguage(),
    );
}
