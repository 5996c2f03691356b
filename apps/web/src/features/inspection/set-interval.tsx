import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';

const IntervalDialog = lazy(async () => {
  const [{ IntervalDialog: loaded }] = await Promise.all([
    import('./interval-dialog.tsx'),
    i18n.loadNamespaces('inspection'),
  ]);
  return { default: loaded };
});

interface Props {
  ids: ReadonlySet<number>;
  onDone: () => void;
}

/** Sets the inspection interval of the chosen machines of a list. Its texts: `device`, `inspection`. */
export function SetInterval({ ids, onDone }: Props) {
  const { t } = useTranslation('device');
  const { may } = useSession();
  const [opened, setOpened] = useState(false);
  if (!may('device.edit')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarRepeat size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('setInterval')}
      </Button>
      {opened && (
        <Suspense>
          <IntervalDialog ids={[...ids]} onClose={() => setOpened(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
