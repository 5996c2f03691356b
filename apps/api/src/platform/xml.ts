/** Writes XML: elements in order, text escaped, without characters that XML cannot represent. */

/** An element: its name, then its text or its children, then its attributes. Null children are omitted. */
export type XmlElement = [
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes?: Record<string, string>,
];

/** Characters that XML 1.0 cannot represent, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for XML and HTML, also within quotation marks. */
export const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A document with its declaration, in UTF-8. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}\n`;

function writeElement([name, content, attributes = {}]: XmlElement, indent: string): string {
  const opening = Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`,
    `${indent}<${name}`,
  );
  if (typeof content === 'string') return `${opening}>${escapeXml(content)}</${name}>`;
  const children = content.filter((child) => child !== null);
  return [
    `${opening}>`,
    ...children.map((child) => writeElement(child, `${indent}  `)),
    `${indent}</${name}>`,
  ].join('\n');
}
