/**
 * A machine's service book as a document: its data, its place, and its whole history, oldest first. The same book
 * always gives the same bytes.
 */
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { DeviceStatus } from '@servicebook/shared/device';
import type { InspectionState } from '@servicebook/shared/inspection';
import type { Language } from '@servicebook/shared/primitives';
import type { ServiceType } from '@servicebook/shared/service';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import { type PreparedImage, prepareImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import { artifact, closeSheet, openSheet, startPage } from '../../platform/pdf/sheet.ts';
import { bookFingerprint } from './service-book-fingerprint.ts';
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

/** A line of the history; for a protocol or an earlier service also its kinds of service. Notes are not for customers. */
export interface BookEntry extends HistoryEntry {
  kind: Exclude<HistoryEntry['kind'], 'NOTE'>;
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
  inspection: Omit<InspectionState, 'statedInspection'>;
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

/** Several books of one company. */
export interface ServiceBooksInput extends Pick<ServiceBookInput, 'logo'> {
  /** Where this document can be checked: a code and its address on every page. */
  verify?: { url: string } | null;
  /** At least one. */
  books: Omit<ServiceBookInput, 'logo'>[];
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
export const renderServiceBook = ({ logo, ...only }: ServiceBookInput): Promise<Uint8Array> =>
  renderServiceBooks({ logo, books: [only] });

/** Draws several books of one company, one after the other. Each begins a page, and its pages are counted by themselves. */
export async function renderServiceBooks(input: ServiceBooksInput): Promise<Uint8Array> {
  const books = input.books.map(({ book }): Book => ({ ...book, wording: bookWordingFor(book.language) }));
  const [first] = books as [Book, ...Book[]];
  /** The number of the first page of each book that was begun. */
  const starts: number[] = [1];
  const bookAt = (page: number) => starts.findLastIndex((start) => start <= page);
  const { wording, company, language, printedAt } = first;
  const sheet = openSheet({
    title: `${wording.book.title}: ${books.map(({ machine }) => machine.name).join(', ')}`,
    author: company.name,
    subject: joinPresent(books.length > 1 ? [] : [first.machine.serialNumber, first.customer.name]),
    language,
    createdAt: new Date(printedAt),
    fingerprint: `SHA-256 ${bookFingerprint(input)}`,
    margins: input.verify ? look.marginsWithCode : look.margins,
    onPage(page, number) {
      const at = bookAt(number);
      const index = number - (starts[at] ?? 1) + 1;
      artifact(page, 'Pagination', () => drawRunningHead(page, books[at] ?? first, index));
    },
  });
  const logo = await pictureOf(input.logo, look.logoBox);
  for (const [at, book] of books.entries()) {
    if (at > 0) {
      starts.push(sheet.pages + 1);
      startPage(sheet);
    }
    drawLetterhead(sheet, book, logo);
    drawTitle(sheet, book);
    drawMachine(sheet, book);
    drawStanding(sheet, book);
    drawNameplates(sheet, book, await readable(input.books[at]?.nameplates ?? []));
    drawHistory(sheet, book);
  }
  return closeSheet(sheet, (page, pages) => {
    const at = bookAt(page);
    const [start = 1, next = pages + 1] = starts.slice(at);
    artifact(sheet, 'Pagination', () =>
      drawFooter(sheet, books[at] ?? first, { index: page - start + 1, pages: next - start }, input.verify),
    );
  });
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
