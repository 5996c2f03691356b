import { documentNumber, type ProtocolNumber } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';

/** The number of a protocol as lists show it; the server has not numbered one that waits on this phone. */
export function useNumberText(): (of: ProtocolNumber & { month: number; year: number }) => string {
  const { t } = useTranslation('service');
  return (of) => (of.number === 0 ? t('numberFollows') : documentNumber(of));
}
