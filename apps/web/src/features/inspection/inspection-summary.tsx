import { Box, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import type { InspectionSummary } from '@servicebook/shared/inspection';
import { IconCalendarDue, IconCircleCheck, IconHistory, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { nextInspectionOf, warrantyOf } from './standing.ts';

interface SummaryProps {
  summary: InspectionSummary;
  device: Device;
}

/** The machine's next and last inspection, and its warranty. */
export function Summary({ summary, device }: SummaryProps) {
  const { t } = useTranslation(['inspection', 'device', 'service']);
  const day = (date: string) => formatDay(date, currentLanguage());
  const { lastInspection, isLastInspectionPast, lastPeriod, lastWarrantyInspectionDone } = summary;
  const { statedInspection } = summary;
  const next = nextInspectionOf(summary, device);
  const warranty = warrantyOf(summary);
  return (
    <SimpleGrid
      renderRoot={(props) => <dl {...props} />}
      minColWidth="15rem"
      autoFlow="auto-fit"
      spacing="sm"
    >
      <Fact term={t('next')} icon={<IconCalendarDue size={20} stroke={1.7} aria-hidden />}>
        {'date' in next ? (
          <>
            <Text size="lg" fw={650} lh={1.3}>
              {day(next.date)}
            </Text>
            <Text
              size="sm"
              {...(next.state === 'overdue' ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}
            >
              {next.state === 'today'
                ? t('today')
                : next.state === 'overdue'
                  ? t('overdue', { count: next.days })
                  : t('daysLeft', { count: next.days })}
            </Text>
            {statedInspection && (
              <Text size="sm" c="dimmed">
                {t('stated.on', { date: day(statedInspection.on) })}
              </Text>
            )}
          </>
        ) : (
          <>
            <Text size="lg" fw={650} lh={1.3}>
              {t(next.state)}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`${next.state}Hint`)}
            </Text>
          </>
        )}
      </Fact>
      <Fact term={t('last')} icon={<IconHistory size={20} stroke={1.7} aria-hidden />}>
        <Text size="lg" fw={650} lh={1.3}>
          {lastInspection ? day(lastInspection) : t('none')}
        </Text>
        {isLastInspectionPast && <Text size="sm">{t('service:past.mark')}</Text>}
        {lastInspection && lastPeriod !== null && (
          <Text size="sm" c="dimmed">
            {t('then', { months: t('device:months', { count: lastPeriod }) })}
          </Text>
        )}
      </Fact>
      <Fact term={t('warranty')} icon={<IconShieldCheck size={20} stroke={1.7} aria-hidden />}>
        <Text size="lg" fw={650} lh={1.3}>
          {warranty.state === 'running' ? t('daysLeft', { count: warranty.days }) : t('noWarranty')}
        </Text>
        {warranty.state !== 'running' && (
          <Text size="sm" c="dimmed">
            {t(warranty.state === 'ended' ? 'warrantyEnded' : 'warrantyUnknown')}
          </Text>
        )}
        {lastWarrantyInspectionDone && (
          <Group
            gap={6}
            wrap="nowrap"
            align="flex-start"
            fz="sm"
            fw={600}
            c="light-dark(#237032, var(--mantine-color-green-4))"
          >
            <IconCircleCheck size={18} aria-hidden />
            {t('lastWarrantyDone')}
          </Group>
        )}
      </Fact>
    </SimpleGrid>
  );
}

function Fact({ term, icon, children }: { term: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Card padding="md">
      <dt>
        <Group gap="xs" fz="sm" c="dimmed">
          {icon}
          {term}
        </Group>
      </dt>
      <Box component="dd" mt={6}>
        {children}
      </Box>
    </Card>
  );
}
