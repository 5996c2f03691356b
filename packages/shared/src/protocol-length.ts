/** The maximum length of a protocol, so that every protocol that can be signed can be drawn. */
import { withLineFeeds } from './line-breaks.ts';

interface ProtocolContent {
  faultDescription: string | null;
  remarks?: string | null | undefined;
  recommendations?: string | null | undefined;
  partsUsed?: readonly { name: string; number: string }[] | undefined;
  /** Number of machines. */
  machines: number;
  actions: readonly {
    name: string;
    fields: readonly { name: string; value: string; unit: string; reason?: string | undefined }[];
  }[];
}

/** About a hundred pages. The document of such a protocol takes about a second and 200 MB to draw. */
export const maxProtocolLines = 6000;

/**
 * The maximum number of files per protocol, including supplements. Its document lists them all, in addition to the
 * counted lines: adding a photo must not make a saved protocol too long to sign.
 */
export const maxAttachments = 200;

/** Maximum number of photos that a document shows: four pages of them, and small enough for a mail. */
export const maxPrinted = 24;

/** Minimum number of characters per line in the document's columns, except for the widest letters. */
const charactersOnLine = 16;
/** Name, address and heading of a machine, including the space around them. */
const linesOfMachine = 10;

/** Counts every kind of line break, because older texts may contain any of them. */
const linesOf = (text: string): number =>
  withLineFeeds(text)
    .split('\n')
    .reduce((lines, part) => lines + Math.max(1, Math.ceil(part.length / charactersOnLine)), 0);

/** The approximate number of lines of a protocol's document; drawing time grows with it. */
export function protocolLines(protocol: ProtocolContent): number {
  const { faultDescription, remarks, recommendations, machines, actions, partsUsed = [] } = protocol;
  let lines = machines * linesOfMachine;
  for (const text of [faultDescription, remarks, recommendations]) lines += linesOf(text ?? '');
  for (const { name, number } of partsUsed) lines += linesOf(name) + linesOf(number);
  for (const { name, fields } of actions) {
    lines += linesOf(name);
    for (const field of fields)
      lines += linesOf(field.name) + linesOf(`${field.value} ${field.unit} ${field.reason ?? ''}`.trim());
  }
  return lines;
}

/** Whether the document of a protocol would be too long. */
export const isTooLong = (protocol: ProtocolContent): boolean => protocolLines(protocol) > maxProtocolLines;
