import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import { sendKeptFiles } from './send-files-later.ts';
import { draftDeviceId, draftServiceId } from './service-draft.ts';
import { useDrafts } from './use-drafts.ts';

/**
 * Sends the attachments that were left on this phone. The number of those that need their protocol to be opened, with a
 * link to the newest one.
 */
export function UnsentFiles() {
  const { t } = useTranslation('components');
  const { user } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, the object is another one after each answer
  useEffect(() => {
    if (user) void sendKeptFiles(user);
  }, [user?.id]);
  const drafts = useDrafts().filter(({ files }) => files.length > 0);
  const [newest] = drafts;
  if (!newest) return null;
  const count = drafts.reduce((sum, { files }) => sum + files.length, 0);
  const text = t('unsent.count', { count });
  const service = draftServiceId(newest.key) ?? 'new';
  return (
    <Button
      component={Link}
      variant="light"
      color="yellow"
      c="var(--mantine-color-text)"
      leftSection={<IconUpload size={18} stroke={1.8} aria-hidden />}
      to={linkTo.machineEdit({ id: draftDeviceId(newest.key), activeTab: 'service', service })}
      aria-label={text}
      title={text}
    >
      {/* The bar has no room for words. */}
      {count}
    </Button>
  );
}
