import { SectionCards } from '../../../components/section-card.tsx';
import { DataExportSection } from '../../../features/export/data-export-section.tsx';
import { FirstStepsSection } from '../../../features/first-steps/first-steps-section.tsx';
import { ImportSection } from '../../../features/import/import-section.tsx';
import { DeleteAccountSection } from '../../../features/my-account/delete-account-section.tsx';
import { PasswordSection } from '../../../features/my-account/password-section.tsx';
import { SessionsSection } from '../../../features/my-account/sessions-section.tsx';
import { useSession } from '../../../lib/use-session.ts';

export function ManagementTab() {
  const { may, user } = useSession();
  return (
    <SectionCards>
      <PasswordSection />
      <SessionsSection />
      {may('account.manage') && !user?.expired && <FirstStepsSection />}
      {may('account.manage') && !user?.expired && <ImportSection />}
      {may('account.manage') && !user?.expired && <DataExportSection />}
      {may('account.manage') && <DeleteAccountSection />}
    </SectionCards>
  );
}
