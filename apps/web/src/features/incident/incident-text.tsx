import type { Incident } from '@servicebook/shared/incident';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import classes from './incidents-tab.module.css';

/** The user's text of an event; for a service protocol its number and types, with a link. */
export function IncidentText({ incident: { text, service } }: { incident: Incident }) {
  const { t } = useTranslation(['incident', 'service']);
  const [query] = useSearchParams();
  if (!service) return <span className={classes.text}>{text}</span>;
  const target = new URLSearchParams(query);
  target.set('activeTab', 'service');
  target.set('service', String(service.id));
  return (
    <span className={classes.service}>
      <span className={classes.serviceHead}>
        <Link className={classes.link} to={`?${target}`}>
          {t('protocol', { number: service.number })}
        </Link>
        {service.state !== 'SIGNED' && <span className={classes.unsigned}>{t('unsigned')}</span>}
      </span>
      <span className={classes.types}>
        {service.type.map((type) => t(`service:types.${type}`)).join(', ')}
      </span>
      {text && <span className={classes.text}>{text}</span>}
    </span>
  );
}
