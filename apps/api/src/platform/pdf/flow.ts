/** Blocks that follow one another down the page and break across pages: headings, paragraphs, facts, chips. */
import {
  artifact,
  drawBlock,
  drawLine,
  type Element,
  element,
  hairline,
  keepTogether,
  layoutText,
  type Sheet,
  startPage,
  type TextStyle,
  tagged,
  textWidth,
} from './sheet.ts';

/** A paragraph leaves at least this many lines on each page it touches. */
const fewestLines = 2;

/** Flows a paragraph down the page, over as many pages as it takes. */
export function drawParagraph(
  sheet: Sheet,
  parent: Element,
  text: string,
  style: TextStyle,
  type = 'P',
): void {
  const block = layoutText(sheet, text, style, sheet.width);
  const owner = element(sheet, parent, type);
  let from = 0;
  while (from < block.lines.length) {
    const left = block.lines.length - from;
    let count = Math.min(left, Math.floor((sheet.bottom - sheet.y + 0.01) / block.lineHeight));
    if (count < left) count = Math.min(count, left - fewestLines);
    if (count < Math.min(fewestLines, left)) {
      startPage(sheet);
      continue;
    }
    const part = { ...block, lines: block.lines.slice(from, from + count) };
    tagged(owner, () => drawBlock(sheet, part, sheet.left, sheet.y));
    sheet.y += count * block.lineHeight;
    from += count;
  }
}

export interface HeadingStyle extends TextStyle {
  lineColor: string;
  spaceBefore: number;
}

/**
 * A section's heading over a hairline; it moves to the next page together with what must follow it.
 * @returns the position of its text, for a second heading next to it
 */
export function drawHeading(
  sheet: Sheet,
  parent: Element,
  text: string,
  { lineColor, spaceBefore, ...style }: HeadingStyle,
  keepWith: number,
): number {
  const block = layoutText(sheet, text, style, sheet.width);
  keepTogether(sheet, spaceBefore + block.height + 9 + keepWith);
  if (!atTop(sheet)) sheet.y += spaceBefore;
  const top = sheet.y;
  tagged(element(sheet, parent, 'H2'), () => drawBlock(sheet, block, sheet.left, top));
  sheet.y += block.height + 3;
  hairline(sheet, sheet.left, sheet.y, sheet.width, lineColor, 0.75);
  sheet.y += 6;
  return top;
}

/** Whether the page is still empty. */
export const atTop = (sheet: Sheet): boolean => sheet.y <= sheet.options.margins.top + 0.01;

export interface Fact {
  label: string;
  value: string;
}

export interface FactStyle {
  label: TextStyle;
  value: TextStyle;
  labelWidth: number;
  gap: number;
}

/** Label and value side by side, one fact below the other. @returns the height used. */
export function drawFacts(
  sheet: Sheet,
  parent: Element,
  facts: Fact[],
  style: FactStyle,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const list = element(sheet, parent, 'L');
  let top = y;
  for (const fact of facts) {
    const label = layoutText(sheet, fact.label, style.label, style.labelWidth - 8);
    const value = layoutText(sheet, fact.value, style.value, width - style.labelWidth);
    const item = element(sheet, list, 'LI');
    // The smaller label sits on the value's baseline.
    const drop = Math.max(0, (value.lineHeight - label.lineHeight) * 0.76);
    tagged(element(sheet, item, 'Lbl'), () => drawBlock(sheet, label, x, top + drop));
    tagged(element(sheet, item, 'LBody'), () => drawBlock(sheet, value, x + style.labelWidth, top));
    top += Math.max(label.height + drop, value.height) + style.gap;
  }
  return top - y - (facts.length > 0 ? style.gap : 0);
}

/** Short labels in thin frames, side by side, wrapping to further rows. @returns the height used. */
export function drawChips(
  sheet: Sheet,
  parent: Element,
  labels: string[],
  style: TextStyle & { frame: string },
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const [padX, padY, gap] = [6, 1.5, 4];
  const height = style.size * 1.38 + 2 * padY;
  const list = element(sheet, parent, 'L');
  let left = x;
  let top = y;
  for (const label of labels) {
    const chip = Math.min(width, textWidth(sheet, label, style) + 2 * padX);
    if (left > x && left + chip > x + width) {
      left = x;
      top += height + gap;
    }
    artifact(sheet, 'Layout', () => {
      sheet.doc.roundedRect(left, top, chip, height, 2.5).lineWidth(0.6).strokeColor(style.frame).stroke();
    });
    const body = element(sheet, element(sheet, list, 'LI'), 'LBody');
    tagged(body, () => drawLine(sheet, label, style, left + padX, top + padY));
    left += chip + gap;
  }
  return labels.length > 0 ? top + height - y : 0;
}
