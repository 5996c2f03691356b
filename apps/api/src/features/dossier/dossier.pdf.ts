/**
 * A machine's warranty dossier as a document: what was required and what was done, and on what each statement rests.
 * The same dossier always gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { DoneInspection } from '@servicebook/shared/inspection';
import type { InspectionRow, InspectionTotals } from '@servicebook/shared/inspection-record';
import type { Change } from '@servicebook/shared/log';
import type { Language } from '@servicebook/shared/primitives';
import type { ServiceType } from '@servicebook/shared/service';
import type { MachineResult } from '@servicebook/shared/work-facts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import * as page from '../../platform/pdf/company-page.ts';
import { prepareImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import { artifact, closeSheet, openSheet, type Sheet } from '../../platform/pdf/sheet.ts';
import { checkMark } from '../service/service-pdf-frame.ts';
import type { ServiceBook } from '../service-book/service-book.pdf.ts';
import { drawLetterhead } from '../service-book/service-book-front.ts';
import { drawMachine, drawStanding, drawSummary, drawTitle } from './dossier-front.ts';
import { drawChanges, drawEnclosed, drawMethod, drawRecord } from './dossier-tables.ts';
import { type DossierWording, dossierWordingFor } from './dossier-texts.ts';

/** On what an inspection rests. */
export type Proof =
  | {
      source: 'PROTOCOL';
      number: string;
      version: number;
      signedOn: string;
      isOnPaper: boolean;
      /** The company as the protocol names it. */
      by: string;
      result: MachineResult | null;
      /** The serial number as the protocol names it, if it is another one than the machine has now. */
      otherSerialNumber: string | null;
      isEnclosed: boolean;
    }
  | { source: 'ENTERED'; number: string; by: string; enteredOn: string };

export type ProvenInspection = DoneInspection & { proof: Proof };

/** A signed protocol of the archive. */
export interface EnclosedProtocol {
  number: string;
  version: number;
  date: string;
  types: ServiceType[];
  /** In the archive, with its hash; null: it could not be read. */
  file: { name: string; sha256: string } | null;
}

/** Everything the document says. Dates are calendar days in the company's timezone. */
export interface Dossier extends Pick<ServiceBook, 'language' | 'timezone' | 'company' | 'inspection'> {
  /** An instant, and the day of it. */
  madeAt: string;
  today: string;
  machine: Pick<
    ServiceBook['machine'],
    | 'name'
    | 'ownNumber'
    | 'manufacturer'
    | 'model'
    | 'serialNumber'
    | 'yearBuilt'
    | 'category'
    | 'transferDate'
    | 'warranty'
    | 'warrantyLength'
    | 'streetAddress'
    | 'zipCode'
    | 'city'
    | 'country'
    | 'gpsLatitude'
    | 'gpsLongitude'
    | 'isPeriodicInspectionEnabled'
  > & { inspectionPeriodInMonths: number | null; archivedOn: string | null };
  customer: Omit<ServiceBook['customer'], 'phoneNumber' | 'email'>;
  warrantyEnd: string | null;
  rows: InspectionRow<ProvenInspection>[];
  totals: InspectionTotals;
  /** Changes of the data from which the dates follow, oldest first; without fields: an import changed the machine. */
  changes: { day: string; fields: Change[] }[];
  enclosed: EnclosedProtocol[];
  /** Signed for other customers, and not enclosed. */
  leftOut: number;
}

export interface DossierInput {
  dossier: Dossier;
  /** The company's logo; one that cannot be read is left out. */
  logo: Uint8Array | null;
  /** Where this document can be checked. */
  verify: { url: string } | null;
}

/** The data for the parts of the document. */
export interface WordedDossier extends Dossier {
  language: Language;
  wording: DossierWording;
}

const pixelsPerPoint = 4;

/** Draws the dossier; call it through the renderer. */
export async function renderDossier({ dossier: given, logo, verify }: DossierInput): Promise<Uint8Array> {
  const dossier: WordedDossier = { ...given, wording: dossierWordingFor(given.language) };
  const { wording, machine, company } = dossier;
  const title = `${wording.dossier.title}: ${machine.name}`;
  const sheet = openSheet({
    title,
    author: company.name,
    subject: joinPresent([machine.manufacturer, machine.model, machine.serialNumber]),
    language: dossier.language,
    createdAt: new Date(dossier.madeAt),
    fingerprint: `SHA-256 ${canonicalJson({ dossier: given, verify, logo: logo && hashOf(logo) }).sha256}`,
    margins: verify ? look.marginsWithCode : look.margins,
    onPage: (on, number) =>
      artifact(on, 'Pagination', () => page.drawRunningHead(on, number, title, company.name)),
  });
  const { width, height } = look.logoBox;
  drawLetterhead(
    sheet,
    dossier,
    logo && (await prepareImage(logo, width * pixelsPerPoint, height * pixelsPerPoint)),
  );
  drawTitle(sheet, dossier);
  drawSummary(sheet, dossier);
  drawMachine(sheet, dossier);
  drawStanding(sheet, dossier);
  drawRecord(sheet, dossier);
  drawMethod(sheet, dossier);
  drawChanges(sheet, dossier);
  drawEnclosed(sheet, dossier);
  return closeSheet(sheet, (index, pages) => {
    artifact(sheet, 'Pagination', () => drawFooter(sheet, dossier, verify, { index, pages }));
  });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function drawFooter(
  sheet: Sheet,
  { wording, machine, madeAt, timezone }: WordedDossier,
  verify: DossierInput['verify'],
  { index, pages }: { index: number; pages: number },
): void {
  const { fill, texts, dossier } = wording;
  const serial = machine.serialNumber && fill(texts.serialNumber, { number: machine.serialNumber });
  const made = fill(dossier.made, { moment: wording.moment(madeAt, timezone) });
  const lines: [page.FooterLine, page.FooterLine] = [
    { text: joinPresent([machine.name, serial], '  ·  '), style: look.running },
    { text: `${made}  ·  ${timezone}`, style: look.running },
  ];
  page.drawFooter(sheet, fill(texts.page, { page: index, pages }), lines, checkMark(verify, wording));
}
