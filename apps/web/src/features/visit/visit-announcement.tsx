import { Alert, Button, Card, Flex, Group, Stack, Text, Title } from '@mantine/core';
import type { Announcements } from '@servicebook/shared/announcement';
import { isOpenVisit, isSameTime, type Visit } from '@servicebook/shared/visit';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useIsAway } from '../../lib/stored-answers.ts';
import { useSession } from '../../lib/use-session.ts';
import { useToday } from '../../lib/use-today.ts';
import { announcementsQuery } from './announcement.queries.ts';
import { whenText } from './visit-texts.ts';

const AnnouncementDialog = lazy(async () => ({
  default: (await import('./announcement-dialog.tsx')).AnnouncementDialog,
}));

/** What the customer was told by mail, and whether it still holds. */
export function VisitAnnouncement({ visit }: { visit: Visit }) {
  const { t } = useTranslation('announcement');
  const { user } = useSession();
  const query = useQuery(announcementsQuery(visit.id));
  const isAway = useIsAway(query);
  const { data, error } = query;
  const [open, setOpen] = useState(false);
  const today = useToday();
  const mayAnnounce = visit.day !== null && visit.day >= today && isOpenVisit(visit);
  if (isAway && mayAnnounce)
    return (
      <Card padding="md" component="section" data-not-printed>
        <Title order={2} size="h3" mb="sm">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('later')}
        </Text>
      </Card>
    );
  if (!data) return isAway ? null : <ErrorNotice error={error} />;
  const [newest] = data.sent;
  if (!newest && !mayAnnounce) return null;
  const hint = newest && outdated(visit, newest);
  return (
    <Card padding="md" component="section" data-not-printed={data.sent.length === 0 || undefined}>
      <Title order={2} size="h3" mb="sm">
        {t('title')}
      </Title>
      <Stack gap="sm">
        {hint && newest && <Alert color="yellow">{t(hint, { when: whenText(newest) ?? '' })}</Alert>}
        {data.sent.length === 0 && <Text c="dimmed">{t('none')}</Text>}
        <Flex component="ul" direction="column" gap="xs">
          {data.sent.map(({ id, email, createdAt, ...told }) => (
            <li key={id}>
              {t('told', {
                email,
                when: whenText(told) ?? '',
                moment: momentIn(createdAt, user?.timezone || 'UTC'),
              })}
            </li>
          ))}
        </Flex>
        {mayAnnounce && (
          <Group mod="actions">
            <Button
              variant={hint ? 'filled' : 'default'}
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {t(hint ? 'again' : 'announce')}
            </Button>
          </Group>
        )}
      </Stack>
      <Suspense>
        {open && <AnnouncementDialog visit={visit} known={data} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

/** Why the last announcement no longer holds; null: it does. */
function outdated(visit: Visit, told: Announcements['sent'][number]): 'otherDay' | 'cancelled' | null {
  if (visit.state === 'CANCELLED') return 'cancelled';
  if (visit.state === 'DONE') return null;
  return isSameTime(visit, told) ? null : 'otherDay';
}
