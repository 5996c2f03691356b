import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import type { Import } from '@servicebook/shared/import';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportMenu } from '../../components/export-menu.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { RunButton } from './check-step.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { fetchTable } from './import.queries.ts';
import { ImportCounts, rowsToWrite } from './import-counts.tsx';
import { ImportRows, type RowsView } from './import-rows.tsx';
import { canUndo, UndoDialog, useUndoQuestion } from './undo-dialog.tsx';
import { UndoResult } from './undo-result.tsx';
import { WorkUnderWay } from './work-progress.tsx';

/** The last step: the run, its result, and what taking it back has done. */
export function RunStep({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const { state, undone } = found;
  const [view, setView] = useState<RowsView | null>(null);
  if (state === 'RUNNING' || state === 'UNDOING')
    return (
      <SectionCard title={t(`screen.state.${state}`)}>
        <WorkUnderWay made={found} />
      </SectionCard>
    );
  const isUndone = undone.REVERSED + undone.KEPT + undone.FAILED > 0;
  return (
    <SectionCards>
      {isUndone || state === 'UNDONE' ? <Undone found={found} /> : <Done found={found} />}
      {!isUndone && state !== 'UNDONE' && found.sheets.length > 0 && (
        <section>
          <h2>{t('screen.rows.title')}</h2>
          <ImportRows found={found} view={view} onView={setView} />
          {rowsToWrite(found) > 0 && <RunButton found={found} />}
        </section>
      )}
    </SectionCards>
  );
}

function Failure({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  if (found.state !== 'FAILED') return null;
  return <FailureNotice title={t('screen.done.failed')} code={found.errorCode ?? 'INTERNAL'} mb="md" />;
}

function Done({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const { user } = useSession();
  const undo = useUndoQuestion();
  return (
    <SectionCard
      title={t(`screen.state.${found.state}`)}
      hint={t('screen.done.rows', { count: found.counts.rowsDone })}
    >
      <Failure found={found} />
      <Stack>
        <ImportCounts made={found} />
        <Group mod="actions">
          {canUndo(found) && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => undo.ask(found)}
            >
              {t('screen.undo.button')}
            </Button>
          )}
          {found.sheets.length > 0 && (
            <ExportMenu name={t('table.all')} fetchFile={fetchTable(found.id, 'all')} />
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {canUndo(found) && found.undoUntil
            ? t('screen.undo.until', { moment: momentIn(found.undoUntil, user?.timezone || 'UTC') })
            : t('screen.undo.over')}
        </Text>
      </Stack>
      <UndoDialog {...undo.dialog} />
    </SectionCard>
  );
}

function Undone({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const undo = useUndoQuestion();
  const number = (value: number) => formatNumber(value, currentLanguage());
  const results = ['REVERSED', 'KEPT', 'FAILED'] as const;
  return (
    <>
      <SectionCard title={t('screen.undo.done')} hint={t('screen.undo.doneHint')}>
        <Failure found={found} />
        <FactList
          facts={results.map((result) => [t(`screen.undo.${result}`), number(found.undone[result])] as const)}
        />
        {canUndo(found) && (
          <Group mod="actions" mt="md">
            <Button variant="default" onClick={() => undo.ask(found)}>
              {t('screen.undo.again')}
            </Button>
          </Group>
        )}
        <UndoDialog {...undo.dialog} />
      </SectionCard>
      <UndoResult found={found} />
    </>
  );
}
