import { loadPdfPreview } from '../../components/load-pdf-preview.ts';
import { i18n } from '../../lib/i18n.ts';
import { loadAhead } from '../../lib/load-code.ts';

/** What writing a protocol at a machine takes, form, signature and PDF, while there is a signal to load it with. */
export const loadServiceAhead = (): (() => void) =>
  loadAhead(
    () => i18n.loadNamespaces(['service', 'service-signing', 'signature', 'history']),
    () => import('./service-tab.tsx'),
    () => import('./service-dialog.tsx'),
    () => import('./signing-dialog.tsx'),
    loadPdfPreview,
  );
