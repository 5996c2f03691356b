import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** In place of the buttons of a record that only this phone knows: it is discarded on the page of unsent work. */
export function NotSent() {
  const { t } = useTranslation('components');
  return (
    <Anchor component={Link} size="sm" mod="touch" to={paths.storedData}>
      {t('unsent.notYet')}
    </Anchor>
  );
}
