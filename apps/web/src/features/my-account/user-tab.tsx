import { CalendarFeedSection } from '../calendar/calendar-feed-section.tsx';
import { ReminderSection } from '../reminder/reminder-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SectionCards } from './section-card.tsx';

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
