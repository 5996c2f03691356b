import type { SessionUser } from '@servicebook/shared/user';
import { currentLanguage } from '../lib/i18n.ts';
import { usePrinting } from '../lib/printing.ts';

/** On paper, above the page's or the dialog's own title: whose it is, and of which day and time. */
export function PrintHead({ user }: { user: SessionUser }) {
  const printing = usePrinting();
  if (!printing) return null;
  const moment = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: user.timezone || undefined,
  });
  return (
    <div data-print-head>
      <span>{user.account.companyName}</span>
      <span>{moment.format(new Date())}</span>
    </div>
  );
}
