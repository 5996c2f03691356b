import { IconMail } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherAction } from '../../components/bulk-actions.tsx';
import { i18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';

// Loaded on demand, with its texts.
const MailSeveralDialog = lazy(async () => {
  const [{ MailSeveralDialog: loaded }] = await Promise.all([
    import('./mail-several-dialog.tsx'),
    i18n.loadNamespaces('protocol-mail'),
  ]);
  return { default: loaded };
});

/** Mails the protocols chosen in a list. Its label: `service-overview`. */
export function useMailSeveral(
  ids: ReadonlySet<number>,
  onDone: () => void,
): { actions: OtherAction[]; dialog: ReactNode } {
  const { t } = useTranslation('service-overview');
  const { may } = useSession();
  const [asked, setAsked] = useState<number[] | null>(null);
  const action = { key: 'mail', label: t('mail'), icon: IconMail, onClick: () => setAsked([...ids]) };
  return {
    actions: may('service.sign') ? [action] : [],
    dialog: asked && (
      <Suspense>
        <MailSeveralDialog ids={asked} onClose={() => setAsked(null)} onDone={onDone} />
      </Suspense>
    ),
  };
}
