import { SectionCards } from '../../components/section-card.tsx';
import { useSession } from '../../lib/use-session.ts';
import { DataExportSection } from '../export/data-export-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ManagementTab() {
  const { may, user } = useSession();
  return (
    <SectionCards>
      <PasswordSection />
      <SessionsSection />
      {may('account.manage') && !user?.expired && <DataExportSection />}
      {may('account.manage') && <DeleteAccountSection />}
    </SectionCards>
  );
}
