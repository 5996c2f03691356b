import '@mantine/core/styles/Skeleton.layer.css';
import { Anchor, Card, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { formatWeekday } from '@servicebook/i18n/format.ts';
import { isOpenVisit, placeOfVisit, type Visit } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DayVisits } from '../../../features/visit/day-visits.tsx';
import { myDaysQuery } from '../../../features/visit/visit.queries.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { routeLinks } from '../../../lib/place-link.ts';
import { useSession } from '../../../lib/use-session.ts';

/** One's own visits of today and tomorrow. The office sees it only if it goes out itself. */
export function VisitWork() {
  const { t } = useTranslation('visit');
  const { user, isAdmin } = useSession();
  const { data } = useQuery(myDaysQuery);
  if (!data || (isAdmin && data.visits.length === 0)) return null;
  const { today, tomorrow, visits } = data;
  const days = [
    { key: 'earlier', visits: visits.filter(({ day }) => (day ?? '') < today) },
    { key: 'today', day: today, visits: visits.filter(({ day }) => day === today) },
    { key: 'tomorrow', day: tomorrow, visits: visits.filter(({ day }) => day === tomorrow) },
  ] as const;
  return (
    <SimpleGrid
      cols={{ base: 1, md: days[0].visits.length > 0 ? 3 : 2 }}
      spacing="md"
      mt="md"
      renderRoot={(props) => <section {...props} aria-label={t('mine')} />}
    >
      {days.map(({ key, visits: stops, ...rest }) => (
        <Day
          key={key}
          title={t(key)}
          day={'day' in rest ? rest.day : null}
          visits={stops}
          userId={user?.id}
        />
      ))}
    </SimpleGrid>
  );
}

/** In their place until they are known. */
export const VisitsWaiting = () => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md" aria-hidden>
    {['today', 'tomorrow'].map((day) => (
      <Card key={day} padding="md">
        <Skeleton h="1.5rem" w="40%" />
        <Skeleton h="1rem" w="70%" mt="md" />
        <Skeleton h="1rem" w="55%" mt="md" />
      </Card>
    ))}
  </SimpleGrid>
);

interface DayProps {
  title: string;
  /** Null: several days, each named. */
  day: string | null;
  visits: Visit[];
  userId: number | undefined;
}

function Day({ title, day, visits, userId }: DayProps) {
  const { t } = useTranslation('visit');
  if (visits.length === 0 && day === null) return null;
  return (
    <Card padding="md">
      <Group gap="xs" align="baseline">
        <Title order={2} size="h3">
          {title}
        </Title>
        {day && <Text c="dimmed">{formatWeekday(day, currentLanguage())}</Text>}
        {day && <WholeWay visits={visits} />}
      </Group>
      {visits.length === 0 ? (
        <Text c="dimmed" mt="xs">
          {t('noneOnDay')}
        </Text>
      ) : (
        <DayVisits visits={visits} label={title} userId={userId} withDay={day === null} />
      )}
    </Card>
  );
}

/** Opens the way through the stops that are left in the map app, if there is more than one. */
function WholeWay({ visits }: { visits: readonly Visit[] }) {
  const { t } = useTranslation('visit');
  const stops = visits.filter(isOpenVisit).flatMap((visit) => placeOfVisit(visit) ?? []);
  if (stops.length < 2) return null;
  const links = routeLinks(null, stops, navigator.userAgent);
  return (
    <Group gap="xs" ms="auto">
      {links.map((href, index) => (
        <Anchor key={href} mod="touch" href={href} target="_blank" rel="noopener noreferrer">
          {links.length === 1 ? t('wholeWay') : t('partOfWay', { part: index + 1 })}
        </Anchor>
      ))}
    </Group>
  );
}
