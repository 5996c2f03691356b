/**
 * A document under construction: pdfkit set up for tagged, archival PDF with our fonts, plus the cursor and the
 * structure tree that the layout functions share. Measures are PDF points from the top left corner.
 */
import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { type FontWeight, loadFonts } from './fonts.ts';
import { breakLines, cleanText } from './text.ts';

export type Element = PDFKit.PDFStructureElement;

export interface TextStyle {
  weight: FontWeight;
  size: number;
  color: string;
  /** Line height as a multiple of the size; 1.38 by default. */
  leading?: number;
}

/** Text broken to a width, ready to be placed. */
export interface TextBlock {
  lines: string[];
  style: TextStyle;
  lineHeight: number;
  height: number;
}

export interface SheetOptions {
  title: string;
  author: string;
  subject?: string;
  /** BCP 47. */
  language: string;
  /** Written to the file instead of the current time, so that the same content gives the same bytes. */
  createdAt: Date;
  /** Identifies the content in the file's identifier, for example a hash. */
  fingerprint: string;
  margins: { top: number; right: number; bottom: number; left: number };
  /** Ends the content of one page earlier, so that the next page gets some of it. */
  shorter?: { page: number; bottom: number } | null;
  /** Draws the background of every page (a running head, a draft mark) as artifacts. */
  onPage?: (sheet: Sheet, page: number) => void;
}

export interface Sheet {
  doc: PDFKit.PDFDocument;
  options: SheetOptions;
  /** The structure tree's Document element. */
  root: Element;
  left: number;
  right: number;
  width: number;
  /** The lowest point content may reach. */
  bottom: number;
  /** The cursor: where the next block starts. */
  y: number;
  pages: number;
}

const defaultLeading = 1.38;
/** From a line's top to its baseline, as a multiple of the size, when the leading is 1.38. */
const baselineAt = 1.05;

/** Opens an A4 document with its first page. */
export function openSheet(options: SheetOptions): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    // pdfkit would move text beyond a margin to a new page; the layout functions respect the margins themselves.
    margin: 0,
    // Empty instead of omitted: otherwise pdfkit loads Helvetica.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    displayTitle: true,
    lang: options.language,
    info: {
      Title: options.title,
      Author: options.author,
      ...(options.subject && { Subject: options.subject }),
      Keywords: options.fingerprint,
      Creator: 'Servicebook',
      Producer: 'Servicebook',
      CreationDate: options.createdAt,
    },
  });
  escapeMetadata(doc);
  const fonts = loadFonts();
  for (const weight of Object.keys(fonts) as FontWeight[]) {
    // pdfkit accepts a parsed fontkit font; its published types do not say so yet.
    doc.registerFont(weight, fonts[weight] as unknown as Uint8Array);
  }
  const root = doc.struct('Document');
  doc.addStructure(root);
  const sheet: Sheet = { doc, options, root, left: 0, right: 0, width: 0, bottom: 0, y: 0, pages: 0 };
  startPage(sheet);
  return sheet;
}

/** Continues at the top of a new page. */
export function startPage(sheet: Sheet): void {
  const { doc, options } = sheet;
  doc.addPage();
  sheet.pages += 1;
  sheet.left = options.margins.left;
  sheet.right = doc.page.width - options.margins.right;
  sheet.width = sheet.right - sheet.left;
  const { shorter } = options;
  sheet.bottom = shorter?.page === sheet.pages ? shorter.bottom : doc.page.height - options.margins.bottom;
  sheet.y = options.margins.top;
  options.onPage?.(sheet, sheet.pages);
}

/** Starts a new page unless this much height is left on the current one. */
export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.bottom) startPage(sheet);
}

/** Adds a structure element (H1, P, Table, Figure…) below its parent. */
export function element(
  sheet: Sheet,
  parent: Element,
  type: string,
  options: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row'; bbox?: number[] } = {},
): Element {
  const child = sheet.doc.struct(type, options);
  parent.add(child);
  return child;
}

/** Draws content that belongs to a structure element; an element on two pages is drawn in two calls. */
export function tagged(owner: Element, draw: () => void): void {
  owner.add(draw);
}

/** Draws decoration that a screen reader should skip: lines, marks, page numbers, repeated headers. */
export function artifact(sheet: Sheet, type: 'Layout' | 'Pagination' | 'Page', draw: () => void): void {
  sheet.doc.markContent('Artifact', { type });
  draw();
  sheet.doc.endMarkedContent();
}

/** The visible width of a line, without trailing space. */
export function textWidth(sheet: Sheet, text: string, style: TextStyle): number {
  return sheet.doc.font(style.weight).fontSize(style.size).widthOfString(text.trimEnd());
}

/** Cleans text and breaks it to a width. */
export function layoutText(sheet: Sheet, text: string, style: TextStyle, width: number): TextBlock {
  const font = loadFonts()[style.weight];
  const clean = cleanText(text, (codePoint) => font.hasGlyphForCodePoint(codePoint));
  sheet.doc.font(style.weight).fontSize(style.size);
  const lines = breakLines(clean, width, (part) => sheet.doc.widthOfString(part));
  const lineHeight = style.size * (style.leading ?? defaultLeading);
  return { lines, style, lineHeight, height: lines.length * lineHeight };
}

/** Places one line with its top left corner at a point; the caller tags it. */
export function drawLine(sheet: Sheet, text: string, style: TextStyle, x: number, y: number): void {
  if (!text.trim()) return;
  const lineHeight = style.size * (style.leading ?? defaultLeading);
  const baseline = y + (lineHeight - style.size * defaultLeading) / 2 + style.size * baselineAt;
  sheet.doc
    .font(style.weight)
    .fontSize(style.size)
    .fillColor(style.color)
    .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
}

/** Places a block's lines at a point; the caller tags them. */
export function drawBlock(sheet: Sheet, block: TextBlock, x: number, y: number): void {
  block.lines.forEach((line, index) => {
    drawLine(sheet, line, block.style, x, y + index * block.lineHeight);
  });
}

/** A horizontal line, as decoration. */
export function hairline(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  color: string,
  weight = 0.5,
): void {
  artifact(sheet, 'Layout', () => {
    sheet.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
  });
}

/**
 * Finishes the document.
 * @param onEveryPage draws parts that need the number of pages (footers), as artifacts.
 */
export async function closeSheet(
  sheet: Sheet,
  onEveryPage: (page: number, pages: number) => void,
): Promise<Uint8Array> {
  const { doc } = sheet;
  for (let index = 0; index < sheet.pages; index++) {
    doc.switchToPage(index);
    onEveryPage(index + 1, sheet.pages);
  }
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = once(doc, 'end');
  doc.end();
  await ended;
  // Separate memory, not a slice of Node's pool, because it is transferred.
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** pdfkit copies titles and names unescaped into the XML metadata; `Müller & Söhne` would break it. */
function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const document = doc as PDFKit.PDFDocument & { _addInfo: () => void };
  const addInfo = document._addInfo;
  document._addInfo = () => {
    document.info = Object.fromEntries(
      Object.entries(document.info).map(([key, value]) => [
        key,
        typeof value === 'string' ? xml(value) : value,
      ]),
    );
    addInfo.call(document);
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xml = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] as string);
