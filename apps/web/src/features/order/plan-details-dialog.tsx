import { Button, Modal } from '@mantine/core';
import { type AccountPlan, parseFunctions } from '@servicebook/shared/plan';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './plan-details-dialog.module.css';

/** The name, description and functions of a plan. */
export function PlanDetailsDialog({ plan, onClose }: { plan: AccountPlan; onClose: () => void }) {
  const { t } = useTranslation(['order', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={plan.name}
      size="30rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={t('detailsOf', { plan: plan.name })}>
        <p className={classes.description}>{plan.description}</p>
        <h3 className={classes.heading}>{t('functions')}</h3>
        <ul className={classes.functions}>
          {parseFunctions(plan.functions).map((offered) => (
            <li key={offered}>
              <IconCheck size={18} stroke={2.2} aria-hidden />
              <span>{offered}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </div>
    </Modal>
  );
}
