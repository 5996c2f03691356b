import { documentNumber, type ProtocolNumber } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';

type Numbered = ProtocolNumber & { month: number; year: number };

/** The server has not numbered a protocol that waits on this phone. */
export const isNumbered = (number: string): boolean => !number.startsWith('–');

function useNumber(unnumbered: 'numberFollows' | 'numberFollowsInText'): (of: Numbered | string) => string {
  const { t } = useTranslation('service');
  return (of) => {
    const number = typeof of === 'string' ? of : documentNumber(of);
    return isNumbered(number) ? number : t(unnumbered);
  };
}

/** The number of a protocol, standing alone. */
export const useNumberText = () => useNumber('numberFollows');
/** The number of a protocol within a sentence. */
export const useNumberInText = () => useNumber('numberFollowsInText');
