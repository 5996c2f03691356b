import type { SessionUser } from '@servicebook/shared/user';
import { momentIn } from '../lib/moment-text.ts';
import { usePrinting } from '../lib/printing.ts';

/** Printed above the title of the page or dialog: the company, and the day and time. */
export function PrintHead({ user }: { user: SessionUser }) {
  const printing = usePrinting();
  if (!printing) return null;
  return (
    <div data-print-head>
      <span>{user.account.companyName}</span>
      <span>{momentIn(new Date(), user.timezone || 'UTC')}</span>
    </div>
  );
}
