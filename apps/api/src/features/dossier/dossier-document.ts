/** Draws the dossier, with the address at which it can be checked, and seals it. */
import type { Deps } from '../../deps.ts';
import { getIfThere } from '../../platform/file-store.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { sealNew } from '../seal/seal.service.ts';
import { wordingFor } from '../service/service-pdf-texts.ts';
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
  const { seal: reason } = wordingFor(dossier.language).texts;
  // A missing picture does not prevent the document.
  const logo = logoFile && (await getIfThere(deps.files, logoFile.key));
  const { bytes, url } = await sealNew(deps, of, { kind: 'WARRANTY_DOSSIER', facts, reason }, ({ verify }) =>
    deps.pdf.render('dossier', { dossier, logo, verify }, of),
  );
  return { content: bytes, verify: url };
}
