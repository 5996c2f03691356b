import type { Deps } from '../../deps.ts';
import { handles, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { invoiceMail } from './invoice.mail.ts';
import {
  announce,
  mailInvoice,
  makeInvoiceDocuments,
  makeMissingDocuments,
  storeDocuments,
} from './invoice-documents.ts';

async function send(
  deps: Deps,
  { accountId, userId, invoiceId }: { accountId: number; userId: number; invoiceId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const user = await db.user.findUnique({
    where: { ...rowKey({ accountId }, userId), account: { deletedAt: null } },
    include: { account: { select: { language: true } } },
  });
  const invoice = await db.invoice.findFirst({ where: { id: invoiceId }, include: { corrects: true } });
  if (!user?.active || !invoice?.pdfKey) return;
  const pdf = await deps.files.get(invoice.pdfKey);
  await deps.mailer.send(invoiceMail(user, invoice, pdf, `${deps.config.publicUrl}/myAccount?tab=orders`));
}

export const invoiceJobs = (deps: Deps) => [
  handles(makeInvoiceDocuments, ({ invoiceId }) => storeDocuments(deps, invoiceId, announce(deps))),
  handles(mailInvoice, (payload) => send(deps, payload)),
  runsAt('invoice.make-missing', '15 2 * * *', () => makeMissingDocuments(deps)),
];
