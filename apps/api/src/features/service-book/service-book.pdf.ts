/**
 * A machine's service book as a document: its data, its place, and its whole history, oldest first. The same book
 * always gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { DeviceStatus } from '@servicebook/shared/device';
import type { InspectionState } from '@servicebook/shared/inspection';
import type { Language } from '@servicebook/shared/primitives';
import type { ServiceType } from '@servicebook/shared/service';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { type PreparedImage, prepareImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import { artifact, closeSheet, openSheet } from '../../platform/pdf/sheet.ts';
import { drawFooter, drawRunningHead } from './service-book-frame.ts';
import {
  drawLetterhead,
  drawMachine,
  drawNameplates,
  drawStanding,
  drawTitle,
} from './service-book-front.ts';
import { drawHistory } from './service-book-history.ts';
import { nameplates as plateBox } from './service-book-style.ts';
import { type BookWording, bookWordingFor } from './service-book-texts.ts';

interface Address {
  streetAddress: string;
  zipCode: string;
  city: string;
  country: string;
}

/** A line of the history; for a protocol or an earlier service also its kinds of service. */
export interface BookEntry extends HistoryEntry {
  types: ServiceType[];
}

/** Everything the document says. Dates are calendar days in the book's timezone, instants are shown in it. */
export interface ServiceBook {
  language: Language;
  timezone: string;
  printedAt: string;
  company: {
    name: string;
    street: string;
    postalCode: string;
    city: string;
    country: string;
    nip: string;
    phone: string;
  };
  machine: Address & {
    name: string;
    ownNumber: string;
    manufacturer: string;
    model: string;
    serialNumber: string;
    yearBuilt: number | null;
    sourcePower: string;
    category: string;
    status: DeviceStatus;
    transferDate: string | null;
    warranty: string;
    warrantyLength: number | null;
    gpsLatitude: number | null;
    gpsLongitude: number | null;
    isPeriodicInspectionEnabled: boolean;
  };
  customer: Address & { name: string; phoneNumber: string; email: string };
  inspection: InspectionState;
  /** Oldest first. */
  history: BookEntry[];
}

export interface ServiceBookInput {
  book: ServiceBook;
  /** The company's logo; one that cannot be read is left out. */
  logo: Uint8Array | null;
  /** Those that cannot be read are left out. */
  nameplates: { bytes: Uint8Array; description: string }[];
}

/** The data for the parts of the document. */
export interface Book extends ServiceBook {
  wording: BookWording;
}

export interface Nameplate {
  picture: PreparedImage;
  description: string;
}

const pixelsPerPoint = 4;

/** Draws the book. A long one takes hundreds of milliseconds of pure computing: call it through the renderer. */
export async function renderServiceBook({
  book: given,
  logo,
  nameplates,
}: ServiceBookInput): Promise<Uint8Array> {
  const wording = bookWordingFor(given.language);
  const book: Book = { ...given, wording };
  const sheet = openSheet({
    title: `${wording.book.title}: ${book.machine.name}`,
    author: book.company.name,
    subject: joinPresent([book.machine.serialNumber, book.customer.name]),
    language: book.language,
    createdAt: new Date(book.printedAt),
    fingerprint: `SHA-256 ${fingerprint({ book: given, logo, nameplates })}`,
    margins: look.margins,
    onPage: (page, index) => artifact(page, 'Pagination', () => drawRunningHead(page, book, index)),
  });
  drawLetterhead(sheet, book, await pictureOf(logo, look.logoBox));
  drawTitle(sheet, book);
  drawMachine(sheet, book);
  drawStanding(sheet, book);
  drawNameplates(sheet, book, await readable(nameplates));
  drawHistory(sheet, book);
  return closeSheet(sheet, (page, pages) =>
    artifact(sheet, 'Pagination', () => drawFooter(sheet, book, page, pages)),
  );
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function fingerprint({ book, logo, nameplates }: ServiceBookInput): string {
  const plates = nameplates.map(({ bytes, description }) => ({ sha256: hashOf(bytes), description }));
  return canonicalJson({ book, logo: logo && hashOf(logo), nameplates: plates }).sha256;
}

const pictureOf = async (bytes: Uint8Array | null, box: { width: number; height: number }) =>
  bytes && prepareImage(bytes, box.width * pixelsPerPoint, box.height * pixelsPerPoint);

async function readable(nameplates: ServiceBookInput['nameplates']): Promise<Nameplate[]> {
  const plates: Nameplate[] = [];
  for (const { bytes, description } of nameplates) {
    const picture = await pictureOf(bytes, { width: plateBox.widest, height: plateBox.height });
    if (picture) plates.push({ picture, description });
  }
  return plates;
}
