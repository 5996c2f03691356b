import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../components/states.tsx';
import classes from './protocol-changes.module.css';

const ChangeList = lazy(async () => ({
  default: (await import('../history/change-list.tsx')).ChangeList,
}));

/** The changes of a protocol with their users; loaded when opened. */
export function ProtocolChanges({ id }: { id: number }) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('changes.label')}</summary>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <ChangeList entity="service" id={id} />
        </Suspense>
      )}
    </details>
  );
}
