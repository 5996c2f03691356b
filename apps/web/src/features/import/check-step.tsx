import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Import } from '@servicebook/shared/import';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { AddressQuestions } from './address-questions.tsx';
import { useRun } from './import.queries.ts';
import { ImportCounts, rowsToWrite } from './import-counts.tsx';
import { ImportRows, type RowsView } from './import-rows.tsx';
import { WorkUnderWay } from './work-progress.tsx';

const rowsAnchor = 'rows';

/** The third step: what would happen, and what is wrong. Nothing is written before the button is pressed. */
export function CheckStep({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const [view, setView] = useState<RowsView | null>(null);
  if (found.state === 'CHECKING')
    return (
      <SectionCard title={t('screen.check.underWay')}>
        <WorkUnderWay made={found} />
      </SectionCard>
    );
  const { rowsWithoutTown, rowsWithoutInspection } = found.counts;
  const warnings = [
    ['withoutTown', rowsWithoutTown],
    ['withoutInspection', rowsWithoutInspection],
  ] as const;
  return (
    <SectionCards>
      <SectionCard title={t('screen.counts.title')} hint={t('screen.check.hint')}>
        <ImportCounts made={found} />
        <AddressQuestions found={found} />
        {warnings.map(
          ([name, count]) =>
            count > 0 && (
              <Text key={name} mt="md">
                {t(`screen.check.${name}`, { count })}{' '}
                <Anchor href={`#${rowsAnchor}`} inherit underline="always" onClick={() => setView(name)}>
                  {t('screen.check.showThem')}
                </Anchor>
              </Text>
            ),
        )}
        <RunButton found={found} />
      </SectionCard>
      <section id={rowsAnchor}>
        <h2>{t('screen.rows.title')}</h2>
        <ImportRows found={found} view={view} onView={setView} />
      </section>
    </SectionCards>
  );
}

/** Writes the rows without problems. */
export function RunButton({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const run = useRun();
  const count = rowsToWrite(found);
  const { ERROR: problems } = found.counts.rows;
  return (
    <>
      {problems > 0 && (
        <Text mt="md" role="status">
          {t('screen.check.problems', { count: problems })}
        </Text>
      )}
      <ErrorNotice error={run.error} mt="md" />
      <Group mod="actions" mt="md">
        <Button
          size="md"
          disabled={count === 0}
          loading={run.isPending}
          leftSection={<IconTableImport size={20} aria-hidden />}
          onClick={() => run.mutate(found.id)}
        >
          {count === 0 ? t('screen.check.nothing') : t('screen.check.run', { count })}
        </Button>
      </Group>
    </>
  );
}
