import type { HomeFigures } from '@servicebook/shared/statistics';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import cardLink from './card-link.module.css';
import classes from './first-steps.module.css';

/** The first steps of a new company, shown until it has written its first protocol. */
export function FirstSteps({ figures }: { figures: HomeFigures }) {
  const { t } = useTranslation('home');
  const { may } = useSession();
  const steps = [
    { name: 'category', to: paths.categoryAdd, done: figures.categories > 0, open: may('category.manage') },
    { name: 'customer', to: paths.customerAdd, done: figures.customers > 0, open: may('customer.edit') },
    { name: 'machine', to: paths.machineAdd, done: figures.machines.length > 0, open: may('device.edit') },
    { name: 'protocol', to: paths.machineList, done: false, open: figures.machines.length > 0 },
  ] as const;
  const next = steps.find(({ done, open }) => open && !done);
  return (
    <section className={classes.root} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('steps.title')}
      </h2>
      <p className={classes.lead}>{t('steps.hint')}</p>
      <ol className={classes.steps}>
        {steps.map(({ name, to, done, open }, index) => (
          <li
            key={name}
            className={classes.step}
            data-done={done || undefined}
            data-next={name === next?.name || undefined}
          >
            <span className={classes.mark} aria-hidden>
              {done ? <IconCheck size={18} stroke={2.4} /> : index + 1}
            </span>
            <div>
              {open && !done ? (
                <Link to={to} className={`${cardLink.link} ${classes.link}`}>
                  {t(`steps.${name}`)}
                </Link>
              ) : (
                <span className={classes.name}>{t(`steps.${name}`)}</span>
              )}
              <p>
                {done
                  ? t('steps.done')
                  : name === 'category' && !open
                    ? t('steps.adminsOnly')
                    : t(`steps.${name}Hint`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
