/**
 * The invoice and its correction as a document: drawn from the copies in its row alone, so that it is the same, byte for
 * byte, whenever it is drawn.
 */
import { addressLines } from '@servicebook/i18n/names.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import {
  columns,
  drawFooter,
  drawLetterhead,
  drawRunningHead,
  write,
} from '../../platform/pdf/company-page.ts';
import { drawFacts, drawHeading, type Fact } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  artifact,
  closeSheet,
  drawLine,
  element,
  hairline,
  keepTogether,
  openSheet,
  type Sheet,
  tagged,
  textWidth,
} from '../../platform/pdf/sheet.ts';
import { drawTable, type TableColumn, tableLead } from '../../platform/pdf/table.ts';
import { type InvoiceDocument, type InvoiceParty, totalsByRate } from './invoice-document.ts';
import { type InvoiceWording, invoiceWording } from './invoice-pdf-texts.ts';

interface Drawing {
  invoice: InvoiceDocument;
  wording: InvoiceWording;
  /** `Invoice FV/2026/11/0001` */
  name: string;
}

const gutter = 7;
/** Amounts stand below one another in both tables. */
const widths = { net: 50, rate: 36, vat: 46, gross: 54 };
const table = { ...look.table, gutter };
const facts = { ...look.facts, labelWidth: 96 };
const grandTotal = look.style('strong', 13, look.accent, 1.3);

/** Takes tens of milliseconds of pure computing: call it through the renderer. */
export async function renderInvoice(invoice: InvoiceDocument): Promise<Uint8Array> {
  const wording = invoiceWording(invoice.language);
  const title = invoice.corrects ? wording.invoice.correctionTitle : wording.invoice.title;
  const drawing: Drawing = { invoice, wording, name: `${title} ${invoice.number}` };
  const { seller, buyer } = invoice;
  const sheet = openSheet({
    title: drawing.name,
    author: seller.name,
    subject: buyer.name,
    language: invoice.language,
    createdAt: new Date(invoice.issuedAt),
    fingerprint: `SHA-256 ${canonicalJson(invoice).sha256}`,
    margins: look.margins,
    onPage: (page, index) =>
      artifact(page, 'Pagination', () => drawRunningHead(page, index, drawing.name, seller.name)),
  });
  drawLetterhead(sheet, { name: seller.name, lines: [seller.phone, seller.email] }, null);
  drawTitle(sheet, drawing, title);
  drawParties(sheet, drawing);
  drawLines(sheet, drawing);
  drawRates(sheet, drawing);
  drawTotal(sheet, drawing);
  return closeSheet(sheet, (index, pages) =>
    artifact(sheet, 'Pagination', () =>
      drawFooter(sheet, wording.fill(wording.texts.page, { page: index, pages }), [
        { text: [drawing.name, seller.name].join('  ·  '), style: look.running },
      ]),
    ),
  );
}

/** Title, number and dates; for a correction also the corrected invoice. */
function drawTitle(sheet: Sheet, { invoice, wording }: Drawing, title: string): void {
  const { left, right, width } = columns(sheet);
  const { fill, date } = wording;
  const texts = wording.invoice;
  const top = sheet.y;
  const afterTitle = write(sheet, sheet.root, title, look.title, left, top, width, 'H1') + 3;
  const number = fill(texts.number, { number: invoice.number });
  const end = write(sheet, sheet.root, number, look.number, left, afterTitle, width);

  const { corrects } = invoice;
  const notes: Fact[] = [
    { label: texts.issued, value: date(invoice.issuedOn) },
    { label: texts.sold, value: date(invoice.soldOn) },
  ];
  if (corrects) {
    const { number, issuedOn, reason } = corrects;
    notes.push({ label: texts.corrects, value: `${number}, ${date(issuedOn)}` });
    notes.push({ label: texts.reason, value: reason });
  } else {
    const paid = fill(texts.paid, { date: date(invoice.soldOn), method: 'Przelewy24' });
    notes.push({ label: texts.payment, value: paid });
  }
  const section = element(sheet, sheet.root, 'Sect');
  const height = drawFacts(sheet, section, notes, facts, { x: right, y: top + 6, width });
  sheet.y = Math.max(end, top + 6 + height);
}

/** Seller on the left, buyer on the right. */
function drawParties(sheet: Sheet, { invoice, wording }: Drawing): void {
  const { left, right, width } = columns(sheet);
  const heading = { ...look.heading, spaceBefore: 20 };
  const headingTop = drawHeading(sheet, sheet.root, wording.invoice.seller, heading, 60);
  const top = sheet.y;
  const sellerEnd = drawParty(sheet, wording, invoice.seller, left, top, width);
  write(sheet, sheet.root, wording.invoice.buyer, look.heading, right, headingTop, width, 'H2');
  sheet.y = Math.max(sellerEnd, drawParty(sheet, wording, invoice.buyer, right, top, width)) + 4;
}

function drawParty(
  sheet: Sheet,
  { fill, texts, country }: InvoiceWording,
  party: InvoiceParty,
  x: number,
  top: number,
  width: number,
): number {
  const section = element(sheet, sheet.root, 'Sect');
  const lines = [
    ...addressLines(party, country(party.country)),
    party.nip && fill(texts.taxId, { number: party.nip }),
  ];
  let y = write(sheet, section, party.name, look.strong, x, top, width) + 1;
  for (const line of lines) if (line) y = write(sheet, section, line, look.facts.value, x, y, width);
  return y;
}

function drawLines(sheet: Sheet, { invoice, wording, name }: Drawing): void {
  const texts = wording.invoice;
  const { amount } = wording;
  const narrow = { number: 16, quantity: 52, unitPrice: 48 };
  const columnsWidth = [...Object.values(narrow), ...Object.values(widths)].reduce(
    (sum, part) => sum + part,
    0,
  );
  const columns: TableColumn[] = [
    { header: '#', width: narrow.number },
    { header: texts.item, width: sheet.width - columnsWidth - 7 * gutter },
    { header: texts.quantity, width: narrow.quantity, align: 'right' },
    { header: texts.unitPrice, width: narrow.unitPrice, align: 'right' },
    ...amountColumns(wording),
  ];
  const rows = invoice.lines.map((line, index) => [
    [String(index + 1)],
    [line.name],
    [wording.quantity(line.quantity, line.unit)],
    [amount(line.unitNetPrice)],
    ...[amount(line.net), wording.percent(line.vatRate), amount(line.vat), amount(line.gross)].map((text) => [
      text,
    ]),
  ]);
  const continued = wording.fill(wording.texts.continued, { name });
  sheet.y += 14;
  const lines = { columns, rows, style: table, continued };
  keepTogether(sheet, tableLead(sheet, lines));
  drawTable(sheet, sheet.root, lines);
}

const amountColumns = ({ invoice }: InvoiceWording): TableColumn[] => [
  { header: invoice.net, width: widths.net, align: 'right' },
  { header: invoice.rate, width: widths.rate, align: 'right' },
  { header: invoice.vat, width: widths.vat, align: 'right' },
  { header: invoice.gross, width: widths.gross, align: 'right' },
];

/** The amounts of each VAT rate, and all of them. */
function drawRates(sheet: Sheet, { invoice, wording, name }: Drawing): void {
  const texts = wording.invoice;
  const { amount } = wording;
  const columnsWidth = Object.values(widths).reduce((sum, part) => sum + part, 0);
  const rates = totalsByRate(invoice.lines);
  const rows = [
    ...rates.map(({ vatRate, net, vat, gross }) => [
      [wording.fill(texts.rateTotal, { rate: wording.percent(vatRate) })],
      [amount(net)],
      [],
      [amount(vat)],
      [amount(gross)],
    ]),
    [
      [texts.total],
      [amount(invoice.total.net)],
      [],
      [amount(invoice.total.vat)],
      [amount(invoice.total.gross)],
    ],
  ];
  const summary = {
    columns: [
      { header: texts.summary, width: sheet.width - columnsWidth - 4 * gutter },
      // The rate stands in the first column; its own stays empty, so that the amounts keep their places.
      ...amountColumns(wording).map((column) => ({
        ...column,
        header: column.header === texts.rate ? '' : column.header,
      })),
    ],
    rows,
    style: table,
    continued: wording.fill(wording.texts.continued, { name }),
  };
  keepTogether(sheet, 20 + (rows.length + 1) * 24);
  sheet.y += 20;
  drawTable(sheet, sheet.root, summary);
}

/** The total in large type on the right, the currency on the left. */
function drawTotal(sheet: Sheet, { invoice, wording }: Drawing): void {
  const texts = wording.invoice;
  const sum = wording.money(invoice.total.gross, invoice.currency);
  const label = invoice.corrects ? texts.difference : texts.paidTotal;
  const height = 26;
  keepTogether(sheet, height + 18);
  sheet.y += 18;
  const top = sheet.y;
  const sumWidth = textWidth(sheet, sum, grandTotal);
  const labelWidth = textWidth(sheet, label, look.strong);
  const owner = element(sheet, sheet.root, 'P');
  tagged(owner, () => {
    drawLine(sheet, `${label} `, look.strong, sheet.right - sumWidth - 14 - labelWidth, top + 3.4);
    drawLine(sheet, sum, grandTotal, sheet.right - sumWidth, top);
  });
  const currency = wording.fill(texts.currency, { currency: invoice.currency });
  write(sheet, sheet.root, currency, look.small, sheet.left, top + 4, sheet.width / 2);
  sheet.y += height;
  hairline(
    sheet,
    sheet.right - sumWidth - 14 - labelWidth,
    top + 22,
    sumWidth + 14 + labelWidth,
    look.accent,
    0.75,
  );
}
