/** What a fault did to the clients, as one line of the table. */
export interface Outcome {
  fault: string;
  /** What was done to the installation. */
  done: string;
  /** Writes that were answered with 200. */
  acknowledged: number;
  /** Of these, how many are not stored. */
  lost: number;
  /** How many are stored twice. */
  doubled: number;
  /** Every other answer, and how often. */
  refused: Map<string, number>;
  /** Seconds from when all was there again until a write was answered; null where nothing was away. */
  back: number | null;
  /** What else was looked at. */
  also: string[];
}

const head = ['fault', 'what was done', 'acknowledged', 'lost', 'doubled', 'refused', 'back after', 'also'];

export const tableHead = `| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`;

export const counted = (counts: Map<string, number>): string =>
  [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';

export function lineOf({ fault, done, acknowledged, lost, doubled, refused, back, also }: Outcome): string {
  const numbers = [acknowledged, lost, doubled].map((count) => count.toLocaleString('en'));
  const cells = [fault, done, ...numbers, counted(refused), back === null ? '' : `${back.toFixed(1)} s`];
  return `| ${[...cells, also.join('; ')].join(' | ')} |`;
}

/** A fault that this machine cannot provoke. */
export const notRun = (fault: string, why: string): string => `| ${fault} | not run: ${why} | | | | | | |`;

export const secondsSince = (moment: number): number => (performance.now() - moment) / 1000;
