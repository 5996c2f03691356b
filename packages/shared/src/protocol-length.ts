/** How long a protocol may be, so that whatever can be signed can be drawn. */
import { withLineFeeds } from './line-breaks.ts';

interface ProtocolContent {
  faultDescription: string | null;
  /** How many. */
  machines: number;
  actions: readonly {
    name: string;
    fields: readonly { name: string; value: string; unit: string }[];
  }[];
}

/** About a hundred pages. The document of such a protocol takes about a second and 200 MB to draw. */
export const mostProtocolLines = 6000;

/**
 * How many files one protocol takes, supplements included. Its document lists them all, besides the lines that are
 * counted: what can be saved must not be refused at signing because of a photo that was added.
 */
export const mostAttachments = 200;

/** As many characters stand on a line of the document's columns at least, short of the widest letters. */
const charactersOnLine = 16;
/** Name, address and heading of a machine, and the room around them. */
const linesOfMachine = 10;

/** Counts every kind of line break: texts that were stored before they were all alike may hold any. */
const linesOf = (text: string): number =>
  withLineFeeds(text)
    .split('\n')
    .reduce((lines, part) => lines + Math.max(1, Math.ceil(part.length / charactersOnLine)), 0);

/** About how many lines a protocol takes on its document; what draws it takes time by lines. */
export function protocolLines({ faultDescription, machines, actions }: ProtocolContent): number {
  let lines = linesOf(faultDescription ?? '') + machines * linesOfMachine;
  for (const { name, fields } of actions) {
    lines += linesOf(name);
    for (const field of fields) lines += linesOf(field.name) + linesOf(`${field.value} ${field.unit}`.trim());
  }
  return lines;
}

/** Whether the document of a protocol would be longer than one may be. */
export const isTooLong = (protocol: ProtocolContent): boolean => protocolLines(protocol) > mostProtocolLines;
