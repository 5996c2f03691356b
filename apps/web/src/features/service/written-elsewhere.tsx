import { Button } from '@mantine/core';
import { IconBrowser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';

/** Says that another tab writes the protocol, and offers to go on here with what was entered there. */
export function WrittenElsewhere({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('service');
  // The other tab may have photos to store first.
  const [taking, setTaking] = useState(false);
  const take = () => {
    setTaking(true);
    onTake();
  };
  return (
    <EmptyState
      icon={<IconBrowser size={32} stroke={1.5} />}
      title={t('draft.elsewhere')}
      hint={t('draft.elsewhereHint')}
      action={
        <Button onClick={take} loading={taking} autoFocus>
          {t('draft.take')}
        </Button>
      }
    />
  );
}
