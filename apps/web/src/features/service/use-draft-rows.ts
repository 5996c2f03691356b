import { machineNames } from '@servicebook/shared/machine-name';
import { useTranslation } from 'react-i18next';
import { momentIn } from '../../lib/moment-text.ts';
import { linkTo } from '../../lib/paths.ts';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { useSession } from '../../lib/use-session.ts';
import { draftDeviceId, draftServiceId } from './service-draft.ts';
import { useDrafts } from './use-drafts.ts';

/**
 * The user's drafts on this device, for lists: what each is, of which machines, and where it goes on. A saved protocol of
 * which only files wait says so.
 */
export function useDraftRows() {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const numberInText = useNumberInText();
  return useDrafts().map(({ key, base, values, dirty, keptAt }) => ({
    key: draftServiceId(key) ?? key,
    to: linkTo.machineEdit({
      id: draftDeviceId(key),
      activeTab: 'service',
      service: draftServiceId(key) ?? 'new',
      visit: base ? null : values.visitId,
    }),
    saved: base !== null && !dirty,
    title: base ? t(dirty ? 'draft.of' : 'draft.filesIn', { number: numberInText(base) }) : t('draft.new'),
    hint: machineNames(
      base?.devices ?? values.devices.map(({ label, hint = '' }) => ({ name: label, serialNumber: hint })),
    ),
    when: momentIn(new Date(keptAt), user?.timezone || 'UTC'),
  }));
}
