import type { ServiceAction } from '@servicebook/shared/service-action';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';
import classes from './service-actions.module.css';

/** A read-only list of the service actions. */
export function ServiceActionsView({ actions }: { actions: ServiceAction[] }) {
  const { t } = useTranslation('category');
  if (actions.length === 0)
    return (
      <div className={classes.list}>
        <EmptyState
          icon={<IconListCheck size={32} stroke={1.5} />}
          title={t('actions.emptyTitle')}
          hint={t('actions.emptyHintUser')}
        />
      </div>
    );
  return (
    <ol className={classes.list} aria-label={t('actions.list')}>
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves, and names may repeat
        <li key={index} className={classes.row}>
          <ServiceActionText action={action} />
        </li>
      ))}
    </ol>
  );
}

/** An action's name, with its recorded values below. */
export function ServiceActionText({ action }: { action: ServiceAction }) {
  return (
    <div className={classes.text}>
      <span className={classes.name}>{action.name}</span>
      {action.fields.length > 0 && (
        <ul className={classes.fields}>
          {action.fields.map(({ name, unit }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves, and names may repeat
            <li key={index} className={classes.field}>
              {name} {unit && <span className={classes.unit}>{unit}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
