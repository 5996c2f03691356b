import '@mantine/core/styles/Skeleton.layer.css';
import { Card, Flex, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { StatisticsOverview } from '@servicebook/shared/statistics';
import { useTranslation } from 'react-i18next';
import classes from './service-events.module.css';
import { useFigures } from './use-figures.ts';

/** The totals, as tiles. */
export function Totals({ totals }: { totals: StatisticsOverview['totals'] | undefined }) {
  const { t } = useTranslation('statistics');
  const { whole, mean, share } = useFigures();
  const shown = totals && {
    all: [whole(totals.all)],
    signed: [whole(totals.signed), share(totals.signed, totals.all)],
    unsigned: [whole(totals.all - totals.signed), share(totals.all - totals.signed, totals.all)],
    customers: [whole(totals.customers)],
    machines: [whole(totals.machines)],
    repairs: [whole(totals.repairs)],
    daysBetweenRepairs: [mean(totals.daysBetweenRepairs)],
  };
  const names = [
    'all',
    'signed',
    'unsigned',
    'customers',
    'machines',
    'repairs',
    'daysBetweenRepairs',
  ] as const;
  return (
    <section aria-label={t('totals.label')}>
      <SimpleGrid
        minColWidth="9.5rem"
        autoFlow="auto-fit"
        spacing="sm"
        className={classes.totals ?? ''}
        renderRoot={(props) => <dl {...props} />}
      >
        {names.map((name) => (
          <Card
            key={name}
            display="flex"
            padding="sm"
            px="md"
            style={{ justifyContent: 'space-between' }}
            data-total={name}
          >
            <Text component="dt" size="sm" c="dimmed" lh={1.3} style={{ hyphens: 'auto' }}>
              {t(`totals.${name}`)}
            </Text>
            <Flex component="dd" align="baseline" gap="xs" mt={6} fz="1.625rem" fw={650} lh="2rem">
              {shown ? (
                <>
                  {shown[name][0]}
                  {shown[name][1] && (
                    <Text span size="sm" c="dimmed" fw={500} lh={1}>
                      {shown[name][1]}
                    </Text>
                  )}
                </>
              ) : (
                <Skeleton height="1em" width="3rem" />
              )}
            </Flex>
          </Card>
        ))}
      </SimpleGrid>
    </section>
  );
}
