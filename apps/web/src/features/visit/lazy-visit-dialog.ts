import { lazyPanel } from '../../components/lazy-tabs.tsx';

/** The form of a visit with its texts, loaded when it is first opened. */
export const VisitDialog = lazyPanel(
  async () => (await import('./visit-dialog.tsx')).VisitDialog,
  ['visit', 'service', 'announcement'],
);
