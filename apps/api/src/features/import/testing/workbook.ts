/** Workbooks built part by part, as programs and attackers write them. */
import { strToU8, type Zippable, zipSync } from 'fflate';

export interface Workbook {
  /** The content of `sheetData`, or a whole worksheet if it begins with `<?xml`. */
  sheets?: { name?: string; state?: string; rows: string; after?: string }[];
  strings?: string[];
  /** Codes of formats; the cell's style is its position, from 1. */
  formats?: (string | number)[];
  date1904?: boolean;
  /** More parts, or others than the usual ones. */
  parts?: Record<string, string | Uint8Array>;
  macros?: boolean;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (...all: string[]) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

/** The parts of a workbook, by name. */
export function partsOf({
  sheets = [{ rows: '' }],
  strings = [],
  formats = [],
  date1904 = false,
  parts = {},
  macros = false,
}: Workbook): Record<string, string | Uint8Array> {
  const custom = formats.map((format, index) => (typeof format === 'number' ? format : 164 + index));
  return {
    '[Content_Types].xml': `${xml}<Types/>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xml}<workbook xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name = 'Sheet1', state = 'visible' }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="s${index}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
      relation('strings', 'sharedStrings', '/xl/sharedStrings.xml'),
      relation('styles', 'styles', 'styles.xml'),
      ...(macros ? [relation('vba', 'vbaProject', 'vbaProject.bin')] : []),
    ),
    'xl/sharedStrings.xml': `${xml}<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${xml}<styleSheet><numFmts>${formats
      .map((format, index) =>
        typeof format === 'number' ? '' : `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${custom
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        rows.startsWith('<?xml')
          ? rows
          : `${xml}<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  };
}

/** The bytes of a workbook. */
export const workbook = (book: Workbook): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(partsOf(book)).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ) as Zippable,
  );

/** A row of texts in the cells themselves. */
export const textRow = (...texts: string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
