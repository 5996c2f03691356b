import { SectionCards } from '../../../components/section-card.tsx';
import { AbsenceSection } from '../../../features/absence/absence-section.tsx';
import { CalendarFeedSection } from '../../../features/calendar/calendar-feed-section.tsx';
import { DownloadsSection } from '../../../features/export/downloads-section.tsx';
import { OwnSignatureSection } from '../../../features/my-account/own-signature-section.tsx';
import { PreferencesSection } from '../../../features/my-account/preferences-section.tsx';
import { ProfileSection } from '../../../features/my-account/profile-section.tsx';
import { NotificationSection } from '../../../features/notification/notification-section.tsx';
import { ReminderSection } from '../../../features/reminder/reminder-section.tsx';
import { useSession } from '../../../lib/use-session.ts';

/** What users see and change of themselves. */
export function UserTab() {
  const { user } = useSession();
  return (
    <SectionCards>
      <DownloadsSection />
      <ProfileSection />
      <OwnSignatureSection />
      <PreferencesSection />
      {user && <AbsenceSection userId={user.id} />}
      <NotificationSection />
      <ReminderSection />
      <CalendarFeedSection />
    </SectionCards>
  );
}
