import type { HomeFigures } from '@servicebook/shared/statistics';
import { IconCheck, IconTableImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fromSteps } from '../../../components/page-header.tsx';
import { paths, withQuery } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import cardLink from './card-link.module.css';
import classes from './first-steps.module.css';

/** One step. */
export interface Step {
  name:
    | 'category'
    | 'customer'
    | 'machine'
    | 'protocol'
    | 'employees'
    | 'intervals'
    | 'companyData'
    | 'logo'
    | 'reminders';
  to: string;
  done: boolean;
  /** Whether the user can do it now. */
  open: boolean;
}

const isNext = ({ done, open }: Step): boolean => open && !done;

interface Props {
  figures: HomeFigures;
  /** For administrators: the steps that make it the company's own. */
  company?: readonly Step[];
  children?: ReactNode;
}

/** The first steps of a new company, each ticked by what the company has. Each form leads back here. */
export function FirstSteps({ figures, company, children }: Props) {
  const { t } = useTranslation('home');
  const { may } = useSession();
  const book: Step[] = [
    {
      name: 'category',
      to: withQuery(paths.categoryAdd, fromSteps),
      done: figures.categories > 0,
      open: may('category.manage'),
    },
    {
      name: 'customer',
      to: withQuery(paths.customerAdd, fromSteps),
      done: figures.customers > 0,
      open: may('customer.edit'),
    },
    {
      name: 'machine',
      to: withQuery(paths.machineAdd, fromSteps),
      done: figures.machines.length > 0,
      open: may('device.edit'),
    },
    {
      name: 'protocol',
      to: paths.machineList,
      done: figures.services.any,
      open: figures.machines.length > 0,
    },
  ];
  const groups: { name: 'book' | 'company'; steps: readonly Step[] }[] = [
    { name: 'book', steps: book },
    ...(company ? [{ name: 'company' as const, steps: company }] : []),
  ];
  const next = groups.flatMap(({ steps }) => steps).find(isNext);
  return (
    <section className={classes.root} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t(figures.services.any ? 'steps.goOn' : 'steps.title')}
      </h2>
      {!figures.services.any && <p className={classes.lead}>{t('steps.hint')}</p>}
      {groups.map(({ name, steps }) =>
        company && steps.every(({ done }) => done) ? (
          <p key={name} className={classes.finished}>
            <IconCheck size={18} stroke={2.4} aria-hidden />
            {t(`steps.${name}`)}: {t('steps.done')}
          </p>
        ) : (
          <div key={name}>
            {company && <h3 className={classes.group}>{t(`steps.${name}`)}</h3>}
            <Steps steps={steps} next={next} name={name} />
            {company && name === 'book' && <ImportInstead />}
          </div>
        ),
      )}
      {children}
    </section>
  );
}

/** The other way to the first machines: it brings the categories and customers with it. */
function ImportInstead() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className={classes.or}>{t('steps.or')}</p>
      <div className={classes.step} data-way>
        <span className={classes.mark} aria-hidden>
          <IconTableImport size={18} />
        </span>
        <div>
          <Link to={paths.import} className={`${cardLink.link} ${classes.link}`}>
            {t('steps.import')}
          </Link>
          <p>{t('steps.importHint')}</p>
        </div>
      </div>
    </>
  );
}

interface StepsProps {
  name: 'book' | 'company';
  steps: readonly Step[];
  next: Step | undefined;
}

function Steps({ name: group, steps, next }: StepsProps) {
  const { t } = useTranslation('home');
  return (
    <ol className={classes.steps} data-group={group}>
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
  );
}
