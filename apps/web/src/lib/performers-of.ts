import { formatPeople } from '@servicebook/i18n/format.ts';
import { currentLanguage } from './i18n.ts';

interface Person {
  firstName: string;
  lastName: string;
}

/** Everybody who did the work of a protocol: `Anna Nowak and Jan Kowal`; a dash for nobody. */
export const performersOf = ({
  user,
  alsoPerformedBy,
}: {
  user: Person | null;
  alsoPerformedBy: readonly Person[];
}): string => formatPeople(user ? [user, ...alsoPerformedBy] : alsoPerformedBy, currentLanguage()) || '–';
