import { useSession } from '../../lib/use-session.ts';
import { ClosureNotice } from './closure-notice.tsx';
import { TermsNotice } from './terms-notice.tsx';

/** What an admin must know of the contract, above every screen. */
export function AccountNotices() {
  const { user } = useSession();
  const { endsOn = null, termsFrom = null } = user?.account ?? {};
  return (
    <>
      {endsOn && <ClosureNotice />}
      {termsFrom && <TermsNotice from={termsFrom} />}
    </>
  );
}
