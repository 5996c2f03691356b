/** Loaded with its texts when it is first opened, because the list has little room. */
import { i18n } from '../../lib/i18n.ts';

export async function loadMailSeveral() {
  const [{ MailSeveralDialog }] = await Promise.all([
    import('./mail-several-dialog.tsx'),
    i18n.loadNamespaces('protocol-mail'),
  ]);
  return { default: MailSeveralDialog };
}
