import { dateIn } from '@servicebook/shared/calendar';
import { presentTime } from './server-time.ts';
import { useSession } from './use-session.ts';

/** Today's date in the user's timezone, `YYYY-MM-DD`. */
export function useToday(): string {
  const { user } = useSession();
  return dateIn(presentTime().toISOString(), user?.timezone || 'UTC');
}
