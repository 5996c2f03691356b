import { SectionCards } from '../../components/section-card.tsx';
import { CalendarFeedSection } from '../calendar/calendar-feed-section.tsx';
import { ReminderSection } from '../reminder/reminder-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';

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
