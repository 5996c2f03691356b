import { currentLanguage } from '../lib/i18n.ts';
import { usePrinting } from '../lib/printing.ts';
import { useSession } from '../lib/use-session.ts';

/** On paper, above the page's or the dialog's own title: whose it is, and of which day and time. */
export function PrintHead() {
  const printing = usePrinting();
  const { user } = useSession();
  if (!printing) return null;
  const moment = new Intl.DateTimeFormat(currentLanguage(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: user?.timezone || undefined,
  });
  return (
    <div data-print-head>
      <span>{user?.account.companyName ?? 'Servicebook'}</span>
      <span>{moment.format(new Date())}</span>
    </div>
  );
}
