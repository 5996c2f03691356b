/** The warranty dossier of a machine: the document, the signed protocols it names, and what it takes to check them. */
import path from 'node:path';
import { formatLongMoment } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ExportParams } from '@servicebook/shared/export';
import { machineName } from '@servicebook/shared/machine-name';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { uniqueNames } from '../../platform/file-name.ts';
import { untilOpen } from '../../platform/file-store.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import type { Dossier, EnclosedProtocol } from '../dossier/dossier.pdf.ts';
import { dossierOf, gatherDossier, type SignedProtocol } from '../dossier/dossier.ts';
import { drawDossier } from '../dossier/dossier-document.ts';
import { mustSeal } from '../seal/seal.service.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import { certificateFile, pemOf } from '../verify/verify.service.ts';
import type { ExportProducer, Requester } from './export-producer.ts';
import { type Sealed, sealed } from './export-seal.ts';

const documentPath = 'dossier.pdf';
const readmePath = 'README.txt';
const manifestPath = 'manifest.json';
const sumsPath = 'SHA256SUMS';
/** The four above, and a certificate. */
const besidesProtocols = 5;

/** A file of the archive, as the manifest lists it. */
interface Listed extends Sealed {
  kind: 'DOSSIER' | 'PROTOCOL' | 'CERTIFICATE' | 'README';
  /** Of a protocol. */
  number?: string;
  version?: number;
  date?: string;
  isInspection?: boolean;
  /** Where anybody can check the document. */
  verify?: string;
}

export const dossierExport: ExportProducer<ExportParams<'WARRANTY_DOSSIER'>> = {
  mail: null,

  async describe(tx, ctx, { id }) {
    const machine = await tx.device.findUnique({ where: rowKey(ctx, id) });
    if (!machine) throw new AppError('NOT_FOUND');
    return { entity: 'device', entityId: id, what: machineName(machine) };
  },

  async title(deps, of, { id, language }) {
    const machine = await deps.db.of(of).device.findUnique({ where: rowKey(of, id) });
    return textsOf(language, 'export')('dossier.archive', { machine: machine ? machineName(machine) : '' });
  },

  count: async (deps, of, params) =>
    (await gatherDossier(deps, of, params)).enclosed.length + besidesProtocols,

  async *entries(deps, of, params) {
    mustSeal(deps);
    const gathered = await gatherDossier(deps, of, params);
    const files: Listed[] = [];
    const enclosed: EnclosedProtocol[] = [];
    const certificates = new Set([deps.seal.certificateSha256]);
    const nameOnce = uniqueNames();
    // Before the document, which names the hash of each as it is in the archive.
    for (const { serviceId, versionId, isInspection, ...protocol } of gathered.enclosed) {
      const { number, version, date, types } = protocol;
      const entry = await entryOf(deps, of, { serviceId, version }, nameOnce);
      let file: EnclosedProtocol['file'] = null;
      if (entry) {
        const { certificateSha256, ...verify } = await sealOf(deps, of, versionId);
        if (certificateSha256) certificates.add(certificateSha256);
        yield sealed(entry, (facts) => {
          file = { name: facts.path, sha256: facts.sha256 };
          files.push({ ...facts, kind: 'PROTOCOL', number, version, date, isInspection, ...verify });
        });
      }
      enclosed.push({ number, version, date, types, file });
    }
    const { language } = params;
    const dossier = await dossierOf(deps, of, gathered, { language, enclosed });
    const { content, verify } = await drawDossier(deps, of, dossier, gathered.device.account.logoFile);
    yield sealed({ name: documentPath, content, isCompressed: true }, (facts) =>
      files.push({ ...facts, kind: 'DOSSIER', verify }),
    );
    for (const certificate of await certificatesOf(deps, certificates))
      yield sealed(certificate, (facts) => files.push({ ...facts, kind: 'CERTIFICATE' }));
    const readme = { name: readmePath, content: explain(dossier, files, deps.seal) };
    yield sealed(readme, (facts) => files.push({ ...facts, kind: 'README' }));
    const sums: Sealed[] = files;
    yield sealed({ name: manifestPath, content: manifestOf(dossier, files) }, (facts) => sums.push(facts));
    yield {
      name: sumsPath,
      content: byPath(sums)
        .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
        .join(''),
    };
  },
};

/** The document as it is stored; null: its bytes are lost. */
async function entryOf(
  deps: Deps,
  of: Requester,
  { serviceId, version }: Pick<SignedProtocol, 'serviceId' | 'version'>,
  nameOnce: ReturnType<typeof uniqueNames>,
): Promise<ZipEntry | null> {
  const { content: stored, filename } = await readProtocolPdf(deps, of, serviceId, version);
  const content = stored instanceof Uint8Array ? stored : await untilOpen(stored);
  const name = `protocols/${path.parse(filename).name}`;
  return content && { name: nameOnce(name, '.pdf'), content, isCompressed: true };
}

async function sealOf(deps: Deps, of: Requester, serviceVersionId: number) {
  const row = await deps.db.of(of).sealedDocument.findFirst({ where: { serviceVersionId } });
  return {
    certificateSha256: row?.certificateSha256,
    ...(row && { verify: verifyAddress(deps.config, row) }),
  };
}

/** Of the dossier and of the protocols; after a change of the key they are several. */
async function certificatesOf({ db }: Deps, sha256: Set<string>): Promise<ZipEntry[]> {
  const rows = await db.global.sealCertificate.findMany({
    where: { sha256: { in: [...sha256] } },
    orderBy: { sha256: 'asc' },
  });
  return rows.map((row) => ({ name: certificateFile(row.sha256), content: pemOf(row.der) }));
}

const byPath = <File extends Sealed>(files: readonly File[]): File[] =>
  [...files].sort((one, other) => (one.path < other.path ? -1 : 1));

function manifestOf({ madeAt, company, machine, language }: Dossier, files: readonly Listed[]): string {
  const { name, manufacturer, model, serialNumber, yearBuilt } = machine;
  const manifest = {
    format: 'servicebook-dossier',
    version: 1,
    madeAt,
    language,
    company: company.name,
    machine: { name, manufacturer, model, serialNumber, yearBuilt },
    files: byPath(files),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Prints `OK` or `CHANGED` before the name of each file; one that is missing is `CHANGED`. Windows’ own PowerShell would read names in its old code page. */
const windowsCheck = `Get-Content -Encoding UTF8 ${sumsPath} | ForEach-Object { $sum, $file = $_ -split '  ', 2; $is = (Get-FileHash -Algorithm SHA256 -LiteralPath $file).Hash; "$(if ($is -eq $sum) { 'OK' } else { 'CHANGED' }) $file" }`;

/** What is in the archive and how to check it, with the line ends and the mark that even the oldest editor understands. */
function explain(
  dossier: Dossier,
  files: readonly Listed[],
  { certificateSha256, isSelfSigned }: Deps['seal'],
): string {
  const { language, timezone, madeAt, machine, company, enclosed } = dossier;
  const texts = textsOf(language, 'dossier-pdf');
  const lines = (given: string[]) => given.map((line) => `  ${line}`).join('\n');
  const lost = enclosed.filter(({ file }) => !file).map(({ number }) => number);
  const addresses = byPath(files).flatMap(({ path, verify }) => (verify ? `${path}: ${verify}` : []));
  const paragraphs = [
    texts('readme.title', {
      machine: joinPresent([machine.name, machine.manufacturer, machine.model, machine.serialNumber]),
    }),
    texts('readme.made', { moment: formatLongMoment(madeAt, timezone, language), company: company.name }),
    lines([
      `${documentPath}: ${texts('readme.dossier')}`,
      `protocols/: ${texts('readme.protocols')}`,
      ...files
        .filter(({ kind }) => kind === 'CERTIFICATE')
        .map(({ path }) => `${path}: ${texts('readme.certificate')}`),
      `${manifestPath}: ${texts('readme.manifest')}`,
      `${sumsPath}: ${texts('readme.sums')}`,
    ]),
    texts('readme.check'),
    texts('readme.pages'),
    lines(addresses),
    texts('readme.seal'),
    lines([`pdfsig ${documentPath}`]),
    ...(isSelfSigned ? [texts('readme.trust'), lines([certificateSha256]), texts('readme.trustHow')] : []),
    texts('readme.sumsHow'),
    lines([
      `Linux: sha256sum -c ${sumsPath}`,
      `macOS: shasum -a 256 -c ${sumsPath}`,
      `Windows (PowerShell): ${windowsCheck}`,
    ]),
    ...(lost.length > 0 ? [texts('readme.missing'), lines(lost)] : []),
  ];
  return `\uFEFF${paragraphs.join('\n\n').replaceAll('\n', '\r\n')}\r\n`;
}
