import { namesOf } from '@servicebook/i18n/names.ts';
import type { ServiceProtocol } from '@servicebook/shared/service';

/** Everybody who did the work of a protocol. */
export const performersOf = ({ user, alsoPerformedBy }: Pick<ServiceProtocol, 'user' | 'alsoPerformedBy'>) =>
  namesOf([user ?? [], alsoPerformedBy].flat()) || '–';
