import { SectionCards } from '../../../components/section-card.tsx';
import { CalendarFeedSection } from '../../../features/calendar/calendar-feed-section.tsx';
import { PreferencesSection } from '../../../features/my-account/preferences-section.tsx';
import { ProfileSection } from '../../../features/my-account/profile-section.tsx';
import { ReminderSection } from '../../../features/reminder/reminder-section.tsx';

export function UserTab() {
  return (
    <SectionCards>
      <ProfileSection />
      <PreferencesSection />
      <ReminderSection />
      <CalendarFeedSection />
    </SectionCards>
  );
}
