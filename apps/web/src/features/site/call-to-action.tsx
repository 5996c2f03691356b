import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';

/** A link to the registration, or to home for signed-in users. */
export function CallToAction({ inverse = false }: { inverse?: boolean }) {
  const { t } = useTranslation('site');
  const { user } = useSession();
  return (
    <Button
      component={Link}
      to={user ? paths.home : paths.register}
      size="md"
      {...(inverse && { variant: 'white', color: 'brand' })}
    >
      {t(user ? 'cta.open' : 'cta.register')}
    </Button>
  );
}
