/** The look of the company's documents: one typeface, three sizes of importance, one accent that survives a black-and-white print. */
import type { FactStyle, HeadingStyle } from './flow.ts';
import type { TextStyle } from './sheet.ts';
import type { TableStyle } from './table.ts';

export const ink = '#1B2127';
export const muted = '#56616B';
export const line = '#C9D0D6';
export const accent = '#1D4E63';
export const draftGrey = '#EBEEF0';

/** Room for a binder on the left; below, two lines of footer. */
export const margins = { top: 62, right: 54, bottom: 68, left: 58 };
/** Below every page that can be checked: the code and its address take the place of a lower footer. */
export const marginsWithCode = { ...margins, bottom: 92 };
/** The side of the code: 16 mm. */
export const codeSide = 45.4;
/** The first page starts higher, with the letterhead in place of the running head. */
export const letterheadTop = 42;
export const columnGap = 28;
export const logoBox = { width: 190, height: 52 };
export const signatureBox = { width: 210, height: 62 };

/** Short for a text style. */
export const style = (
  weight: TextStyle['weight'],
  size: number,
  color: string,
  leading = 1.38,
): TextStyle => ({
  weight,
  size,
  color,
  leading,
});

export const companyTitle = style('strong', 16, ink, 1.25);
export const companyLongTitle = style('strong', 12, ink, 1.25);
export const companyName = style('strong', 8.5, ink);
export const companyLine = style('regular', 8, muted);
export const title = style('strong', 21, ink, 1.25);
export const number = style('strong', 11, accent);
export const titleDate = style('regular', 11, ink);
export const draftNote = style('strong', 9, accent);
export const label = style('regular', 8, muted);
export const strong = style('strong', 9.5, ink);
export const body = style('regular', 9, ink, 1.45);
export const small = style('regular', 8, muted);
export const chip = { ...style('strong', 8, ink), frame: accent };
export const running = style('regular', 7.5, muted);
export const runningStrong = style('strong', 7.5, ink);
export const hash = style('regular', 6.2, muted);
export const checkLabel = style('strong', 7, ink);
export const checkAddress = style('regular', 7, ink);

export const heading: HeadingStyle = { ...style('strong', 10, accent), lineColor: accent, spaceBefore: 18 };
export const facts: FactStyle = { label, value: style('regular', 9, ink), labelWidth: 112, gap: 3 };
export const table: TableStyle = {
  header: style('regular', 7.5, muted),
  cell: style('regular', 8.8, ink),
  label: style('regular', 8, muted),
  headerLine: '#8A96A0',
  rowLine: line,
  padding: 4.5,
  gutter: 14,
};
