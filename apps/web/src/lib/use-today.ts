import { dateIn } from '@servicebook/shared/calendar';
import { useSession } from './use-session.ts';

/** The calendar day it is for the user, `YYYY-MM-DD`. */
export function useToday(): string {
  const { user } = useSession();
  return dateIn(new Date().toISOString(), user?.timezone || 'UTC');
}
