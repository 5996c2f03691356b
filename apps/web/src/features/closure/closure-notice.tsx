import { Alert, Anchor } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import { dayWords } from './day-words.ts';

/** A line above every screen of an admin: when the contract ends. */
export function ClosureNotice() {
  const { t } = useTranslation('closure');
  const { user } = useSession();
  return (
    <Alert color="yellow" mb="md" icon={<IconCalendarOff aria-hidden />} data-not-printed>
      {t('notice.text', { date: dayWords(user?.account.endsOn ?? '') })}{' '}
      <Anchor
        component={Link}
        to={linkTo.myAccount({ tab: 'management' })}
        inherit
        c="inherit"
        underline="always"
      >
        {t('notice.details')}
      </Anchor>
    </Alert>
  );
}
