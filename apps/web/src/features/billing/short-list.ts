import { useTranslation } from 'react-i18next';

const named = 5;

/** Names a few of many: `1/11/2026, 2/11/2026 and 14 more`. */
export function useShortList() {
  const { t } = useTranslation('billing');
  return (names: readonly string[]): string =>
    names.length > named
      ? t('mark.some', { names: names.slice(0, named).join(', '), count: names.length - named })
      : names.join(', ');
}
