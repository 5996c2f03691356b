import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** Says of a record that only this phone knows it, and leads to the page of unsent work. */
export function NotSent() {
  const { t } = useTranslation('components');
  return (
    <Anchor component={Link} size="sm" mod="touch" to={paths.storedData}>
      {t('unsent.notYet')}
    </Anchor>
  );
}
