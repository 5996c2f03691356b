import { Anchor } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';

/** Links to the accepted documents. They open in a new tab, so that no input is lost. */
export function TermsLabel() {
  const { t } = useTranslation('account');
  return (
    <Trans
      t={t}
      i18nKey="register.terms"
      components={{
        conditions: <Anchor href={paths.conditions} target="_blank" underline="always" inherit />,
        privacy: <Anchor href={paths.privacy} target="_blank" underline="always" inherit />,
      }}
    />
  );
}
