import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { draftDeviceId, draftServiceId } from './service-draft.ts';
import classes from './unsent-files.module.css';
import { useDrafts } from './use-drafts.ts';

/**
 * The number of unsent attachments on this phone, with a link to the newest protocol that has some. Opening it sends
 * them.
 */
export function UnsentFiles() {
  const { t } = useTranslation('components');
  const drafts = useDrafts().filter(({ files }) => files.length > 0);
  const [newest] = drafts;
  if (!newest) return null;
  const count = drafts.reduce((sum, { files }) => sum + files.length, 0);
  const text = t('unsent.count', { count });
  const service = draftServiceId(newest.key) ?? 'new';
  return (
    <Link
      to={linkTo.machineEdit({ id: draftDeviceId(newest.key), activeTab: 'service', service })}
      className={classes.root}
      title={text}
    >
      <IconUpload size={18} stroke={1.8} aria-hidden />
      <span className={classes.words}>{text}</span>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
    </Link>
  );
}
