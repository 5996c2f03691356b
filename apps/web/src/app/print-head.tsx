import type { SessionUser } from '@servicebook/shared/user';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { momentIn } from '../lib/moment-text.ts';
import { usePrinting } from '../lib/printing.ts';

/** Printed above the title of the page or dialog: the company, and the day and time. */
export function PrintHead({ user }: { user: SessionUser }) {
  const printing = usePrinting();
  if (!printing) return null;
  return (
    <>
      <div data-print-head>
        <span>{user.account.companyName}</span>
        <span>{momentIn(new Date(), user.timezone || 'UTC')}</span>
      </div>
      <Unfinished />
    </>
  );
}

/** Half a page must not pass for a whole one. The browser does not wait until all has loaded. */
function Unfinished() {
  const { t } = useTranslation();
  const queries = useQueryClient().getQueryCache();
  const awaited = queries.findAll({ type: 'active', predicate: ({ state }) => state.status === 'pending' });
  return awaited.length > 0 && <strong data-print-head>{t('states.printedEarly')}</strong>;
}
