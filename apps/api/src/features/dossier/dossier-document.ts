/** Draws the dossier, with the address at which it can be checked. */
import type { Deps } from '../../deps.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { newSealedDocument, verifyAddress } from '../seal/sealed-document.ts';
import type { Dossier } from './dossier.pdf.ts';

export async function drawDossier(
  deps: Deps,
  of: WorkFor,
  dossier: Dossier,
  logoFile: { key: string } | null,
): Promise<{ content: Uint8Array; verify: string }> {
  const { company, machine, today } = dossier;
  const facts = {
    company: company.name,
    machines: [{ name: machine.name, serialNumber: machine.serialNumber }],
    day: today,
  };
  const document = await deps.db
    .of(of)
    .$transaction((tx) => newSealedDocument(tx, of, { kind: 'WARRANTY_DOSSIER', facts }));
  const verify = verifyAddress(deps.config, document);
  // A missing picture does not prevent the document.
  const logo = logoFile && (await deps.files.get(logoFile.key).catch(() => null));
  const content = await deps.pdf.render('dossier', { dossier, logo, verify: { url: verify } }, of);
  return { content, verify };
}
