import type { Import } from '@servicebook/shared/import';
import { isAtWork } from '@servicebook/shared/import';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { AdminsOnly } from '../../components/admins-only.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { oneId, oneOf } from '../../lib/address.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import classes from './import.module.css';
import { importQuery, refetchRows, refreshRecords } from './import.queries.ts';

// Each step is loaded when it is reached.
const ArchivePage = lazy(async () => ({ default: (await import('./archive-page.tsx')).ArchivePage }));
const FileStep = lazy(async () => ({ default: (await import('./file-step.tsx')).FileStep }));
const ColumnsStep = lazy(async () => ({ default: (await import('./columns-step.tsx')).ColumnsStep }));
const CheckStep = lazy(async () => ({ default: (await import('./check-step.tsx')).CheckStep }));
const RunStep = lazy(async () => ({ default: (await import('./run-step.tsx')).RunStep }));

const steps = ['file', 'columns', 'check', 'run'] as const;
type Step = (typeof steps)[number];

/** A reload, or another administrator, goes on where the import is. */
const ImportAddress = z.object({
  id: oneId,
  step: oneOf(['columns', 'check', 'run']),
  /** Instead of a spreadsheet. */
  from: oneOf(['archive']),
});

/** Brings machines and customers in from a spreadsheet: file, columns, check, run. */
export function ImportPage() {
  const { t } = useTranslation('import');
  const { id, from } = useAddress(ImportAddress).values;
  return (
    <AdminsOnly
      permission="account.manage"
      title={t('title')}
      backTo={paths.home}
      reason={t('screen.adminsOnly')}
    >
      <Page width="wide">
        {from === 'archive' ? (
          <Suspense fallback={<LoadingState />}>
            <ArchivePage />
          </Suspense>
        ) : id === null ? (
          <>
            <PageHeader title={t('title')} backTo={paths.home} />
            <Steps current="file" open={[]} id={null} />
            <Suspense fallback={<LoadingState />}>
              <FileStep />
            </Suspense>
          </>
        ) : (
          <OneImport key={id} id={id} />
        )}
      </Page>
    </AdminsOnly>
  );
}

/** The steps that can be opened; the last one is where the import is. */
function openSteps({ state, startedAt }: Import): Step[] {
  if (startedAt) return ['run'];
  if (state === 'CHECKED') return ['columns', 'check'];
  return state === 'CHECKING' ? ['check'] : ['columns'];
}

function OneImport({ id }: { id: number }) {
  const { t } = useTranslation('import');
  const { values, change } = useAddress(ImportAddress);
  const { data: found, error, refetch } = useQuery(importQuery(id));
  const client = useQueryClient();
  const state = found?.state;
  const wasAtWork = useRef(false);
  const working = found !== undefined && isAtWork(found);
  useEffect(() => {
    if (wasAtWork.current && !working)
      void (state === 'CHECKED' || state === 'MAPPING' ? refetchRows(client) : refreshRecords(client));
    wasAtWork.current = working;
  }, [client, state, working]);

  if (!found)
    return (
      <>
        <PageHeader title={t('title')} backTo={paths.import} />
        {error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />}
      </>
    );
  const open = openSteps(found);
  const step = open.find((each) => each === values.step) ?? open.at(-1) ?? 'columns';
  return (
    <>
      <PageHeader title={found.filename} backTo={paths.import} />
      <Steps current={step} open={open} id={id} />
      <Suspense fallback={<LoadingState />}>
        {step === 'columns' && <ColumnsStep found={found} onChecked={() => change({ step: null })} />}
        {step === 'check' && <CheckStep found={found} />}
        {step === 'run' && <RunStep found={found} />}
      </Suspense>
    </>
  );
}

function Steps({ current, open, id }: { current: Step; open: readonly Step[]; id: number | null }) {
  const { t } = useTranslation('import');
  const reached = steps.indexOf(current);
  return (
    <nav aria-label={t('screen.steps.label')}>
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const isDone = index < reached;
          const isLink = step !== current && (open.includes(step) || step === 'file');
          const to = step === 'file' ? paths.import : withQuery(paths.import, { id, step });
          return (
            <li
              key={step}
              className={classes.step}
              data-current={step === current || undefined}
              aria-current={step === current ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden>
                {isDone ? <IconCheck size={16} stroke={2.4} /> : index + 1}
              </span>
              {isLink ? (
                <Link to={to}>{t(`screen.steps.${step}`)}</Link>
              ) : (
                <span>{t(`screen.steps.${step}`)}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
