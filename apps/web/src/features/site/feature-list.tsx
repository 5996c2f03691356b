import {
  IconBuilding,
  IconCalendarCheck,
  IconChartBar,
  IconClipboardCheck,
  IconDeviceMobile,
  IconEngine,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './feature-list.module.css';

const features = [
  ['machines', IconEngine],
  ['customers', IconBuilding],
  ['protocols', IconClipboardCheck],
  ['phone', IconDeviceMobile],
  ['inspections', IconCalendarCheck],
  ['statistics', IconChartBar],
] as const;

export function FeatureList() {
  const { t } = useTranslation('site');
  return (
    <ul className={classes.features}>
      {features.map(([name, Icon]) => (
        <li key={name} className={classes.feature}>
          <Icon className={classes.icon} size={26} stroke={1.6} aria-hidden />
          <h3 className={classes.title}>{t(`features.${name}.title`)}</h3>
          <p className={classes.text}>{t(`features.${name}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
