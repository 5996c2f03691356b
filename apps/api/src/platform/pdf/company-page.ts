/** The company's page design: letterhead, running head, footer, and the two columns in between. */
import { drawCode } from './code.ts';
import type { PreparedImage } from './image.ts';
import * as look from './look.ts';
import {
  drawBlock,
  drawLine,
  type Element,
  element,
  layoutText,
  type Sheet,
  type TextStyle,
  tagged,
  textWidth,
} from './sheet.ts';

/** The two columns for everything except tables. */
export function columns(sheet: Sheet): { left: number; right: number; width: number } {
  const width = (sheet.width - look.columnGap) / 2;
  return { left: sheet.left, right: sheet.left + width + look.columnGap, width };
}

/** Draws a block of text as a structure element. @returns its lower edge. */
export function write(
  sheet: Sheet,
  parent: Element,
  text: string,
  style: TextStyle,
  x: number,
  y: number,
  width: number,
  type = 'P',
): number {
  const block = layoutText(sheet, text, style, width);
  tagged(element(sheet, parent, type), () => drawBlock(sheet, block, x, y));
  return y + block.height;
}

/** Draws a picture as a structure element. @returns its height. */
export function drawFigure(
  sheet: Sheet,
  parent: Element,
  picture: PreparedImage,
  alt: string,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const height = (width * picture.height) / picture.width;
  const figure = element(sheet, parent, 'Figure', { alt, bbox: [x, y, x + width, y + height] });
  tagged(figure, () => sheet.doc.image(picture.bytes, x, y, { width, height }));
  return height;
}

/**
 * Logo or name on the left, the company's address on the right; moves the cursor below both.
 * @param lines of the address; empty ones are left out.
 */
export function drawLetterhead(
  sheet: Sheet,
  company: { name: string; lines: (string | null)[] },
  logo: PreparedImage | null,
): void {
  const { left, right, width } = columns(sheet);
  const top = look.letterheadTop;
  let bottom: number;
  let y = top;
  if (logo) {
    const scale = Math.min(look.logoBox.width / logo.width, look.logoBox.height / logo.height);
    const at = { x: left, y: top, width: logo.width * scale };
    bottom = top + drawFigure(sheet, sheet.root, logo, company.name, at);
    y = write(sheet, sheet.root, company.name, look.companyName, right, y, width);
  } else {
    const isLong = layoutText(sheet, company.name, look.companyTitle, width).lines.length > 2;
    const style = isLong ? look.companyLongTitle : look.companyTitle;
    bottom = write(sheet, sheet.root, company.name, style, left, top, width);
  }
  for (const line of company.lines)
    if (line) y = write(sheet, sheet.root, line, look.companyLine, right, y, width);
  sheet.y = Math.max(bottom, y) + 24;
}

/** From the second page: title and company. Decoration: the caller marks it as an artifact. */
export function drawRunningHead(sheet: Sheet, page: number, title: string, company: string): void {
  if (page === 1) return;
  const top = 32;
  const name = fitted(sheet, title, look.runningStrong, sheet.width / 2 + 40);
  drawLine(sheet, name, look.runningStrong, sheet.left, top);
  const room = sheet.width - textWidth(sheet, name, look.runningStrong) - 24;
  drawRight(sheet, fitted(sheet, company, look.running, room), top);
  rule(sheet, top + 14);
}

export interface FooterLine {
  text: string;
  style: TextStyle;
}

/** Where a document can be checked. */
export interface CheckMark {
  label: string;
  /** In the code. */
  url: string;
  /** The same address as people read and type it. */
  text: string;
}

/**
 * Below every page: up to two lines on the left, the page number on the right. Decoration, like the running head.
 * @param check draws the code that leads to the page about this document, and its address as text. Such a document has
 *   `look.marginsWithCode`.
 */
export function drawFooter(
  sheet: Sheet,
  pageText: string,
  lines: [FooterLine, FooterLine?],
  check: CheckMark | null = null,
): void {
  const { height } = sheet.doc.page;
  const top = height - (check ? 66 : 50);
  const left = check ? sheet.left + look.codeSide + 13 : sheet.left;
  rule(sheet, check ? height - 78 : top - 5);
  drawRight(sheet, pageText, top);
  const [first, second] = lines;
  const room = sheet.right - left - textWidth(sheet, pageText, look.running) - 24;
  drawLine(sheet, fitted(sheet, first.text, first.style, room), first.style, left, top);
  if (second) drawLine(sheet, second.text, second.style, left, top + 12);
  if (check) drawCheck(sheet, check, left, height - 71, top + 24);
}

function drawCheck(sheet: Sheet, check: CheckMark, left: number, codeTop: number, y: number): void {
  drawCode(sheet, check.url, sheet.left, codeTop, look.codeSide);
  drawLine(sheet, check.label, look.checkLabel, left, y);
  const at = left + textWidth(sheet, check.label, look.checkLabel) + 6;
  const style = { ...look.checkAddress };
  // Part of an address leads nowhere: a long one is set smaller.
  const width = textWidth(sheet, check.text, style);
  style.size *= Math.min(1, (sheet.right - at) / width);
  drawLine(sheet, check.text, style, at, y + (look.checkAddress.size - style.size));
}

function drawRight(sheet: Sheet, text: string, y: number): void {
  drawLine(sheet, text, look.running, sheet.right - textWidth(sheet, text, look.running), y);
}

function rule(sheet: Sheet, y: number): void {
  sheet.doc.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.5).strokeColor(look.line).stroke();
}

/** One line; a long name is shortened with an ellipsis, because the first page has it in full. */
function fitted(sheet: Sheet, text: string, style: TextStyle, width: number): string {
  if (textWidth(sheet, text, style) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && textWidth(sheet, `${characters.join('')}…`, style) > width)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
