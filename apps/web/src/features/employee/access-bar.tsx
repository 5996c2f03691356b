import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import classes from './access-bar.module.css';
import type { AccessChoice } from './use-access-choice.ts';

/** The bar below the list of employees: the number of selected users, and a link to their order. */
export function AccessBar({ choice, total }: { choice: AccessChoice; total: number }) {
  const { t } = useTranslation('order');
  const { ids, locked, chooseAll, chooseNone } = choice;
  const count = ids.length;
  const look = {
    leftSection: <IconShoppingCart size={20} aria-hidden />,
    rightSection: count > 0 && <span className={classes.count}>{count}</span>,
    children: t(locked ? 'access.goToPremium' : 'access.goToOrder'),
    className: classes.order ?? '',
  } as const;
  return (
    <section className={classes.bar} data-locked={locked} aria-label={t('access.column')}>
      <p className={classes.hint} role="status">
        {locked ? t('access.hintFree') : count > 0 ? t('access.selected', { count }) : t('access.hint')}
      </p>
      {!locked && (
        <Button
          variant="subtle"
          className={classes.all ?? ''}
          onClick={count === total ? chooseNone : chooseAll}
        >
          {t(count === total ? 'access.none' : 'access.all')}
        </Button>
      )}
      {count > 0 ? (
        <Button component={Link} to={linkTo.order(ids)} {...look} />
      ) : (
        <Button disabled {...look} />
      )}
    </section>
  );
}
