import { useState } from 'react';
import { SectionCards } from '../../../components/section-card.tsx';
import { ClosureSection } from '../../../features/closure/closure-section.tsx';
import { DataExportSection } from '../../../features/export/data-export-section.tsx';
import { FirstStepsSection } from '../../../features/first-steps/first-steps-section.tsx';
import { ImportSection } from '../../../features/import/import-section.tsx';
import { DeleteAccountSection } from '../../../features/my-account/delete-account-section.tsx';
import { PasswordSection } from '../../../features/my-account/password-section.tsx';
import { SessionsSection } from '../../../features/my-account/sessions-section.tsx';
import { useSession } from '../../../lib/use-session.ts';

export function ManagementTab() {
  const { may, user } = useSession();
  const [ending, setEnding] = useState(false);
  const isAdmin = may('account.manage');
  return (
    <SectionCards>
      <PasswordSection />
      <SessionsSection />
      {isAdmin && !user?.expired && <FirstStepsSection />}
      {isAdmin && !user?.expired && <ImportSection />}
      {isAdmin && <DataExportSection />}
      {isAdmin && <ClosureSection choosing={ending} onChoosing={setEnding} />}
      {isAdmin && <DeleteAccountSection onEndInstead={() => setEnding(true)} />}
    </SectionCards>
  );
}
