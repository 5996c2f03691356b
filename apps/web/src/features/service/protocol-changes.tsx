import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../components/states.tsx';

const ChangeList = lazy(async () => ({
  default: (await import('../history/change-list.tsx')).ChangeList,
}));

/** The changes of a protocol with their users; loaded when opened. */
export function ProtocolChanges({ id }: { id: number }) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Text component="summary" fw={600} py={10} style={{ cursor: 'pointer' }}>
        {t('changes.label')}
      </Text>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <ChangeList entity="service" id={id} />
        </Suspense>
      )}
    </details>
  );
}
