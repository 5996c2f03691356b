import { loadPdfPreview } from '../../components/load-pdf-preview.ts';
import { currentLanguage, documentTexts, i18n } from '../../lib/i18n.ts';
import { loadAhead } from '../../lib/load-code.ts';

/** Preloads the form with all its parts, signature and PDF viewer at a machine, while there is a network. */
export const loadServiceAhead = (): (() => void) =>
  loadAhead(
    () => i18n.loadNamespaces(['service', 'service-signing', 'signature', 'history', 'billing']),
    () => import('./service-tab.tsx'),
    () => import('./service-dialog.tsx'),
    () => import('./signing-dialog.tsx'),
    () => import('../billing/billing-panel.tsx'),
    // What is read before signing: in the language of most customers.
    () => documentTexts(currentLanguage()),
    loadPdfPreview,
  );
