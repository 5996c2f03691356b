// A network between the browser and the application that loses connections in the middle of a word.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type State = 'whole' | 'cut' | 'gone';

export interface CutNetwork {
  url: string;
  /** Whole: it passes everything. Cut: it ends most connections at a random byte of either direction. Gone: it passes nothing. */
  set: (state: State) => void;
  /** Connections ended so far. */
  cuts: () => { ofRequests: number; ofAnswers: number };
  stop: () => Promise<void>;
}

/** Most cuts are in the headers of a call or in a small answer; some are in the middle of a photo. */
const largestCut = 200_000;

/**
 * Without encryption, Chromium takes headers that break off for a whole answer with no content. With it, as everywhere
 * outside of tests, it is a lost connection, as it is when nothing arrives.
 */
const isHead = (bytes: Buffer, cut: number) =>
  bytes.subarray(0, 5).equals(Buffer.from('HTTP/')) && cut <= bytes.indexOf('\r\n\r\n') + 4;

/** @param random from 0 to 1 */
export async function startCutNetwork(target: string, random: () => number): Promise<CutNetwork> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let state: State = 'whole';
  const cuts = { ofRequests: 0, ofAnswers: 0 };

  /** Passes bytes on until the connection is to be cut. */
  function pass(from: Socket, to: Socket, direction: keyof typeof cuts, end: () => void): void {
    const isCut = state === 'cut' && random() < 0.5;
    let left = isCut ? Math.floor(largestCut ** random()) : Number.POSITIVE_INFINITY;
    from.on('data', (bytes) => {
      if (state === 'whole') left = Number.POSITIVE_INFINITY;
      if (bytes.length >= left) {
        to.write(bytes.subarray(0, isHead(bytes, left) ? 0 : left), end);
        cuts[direction] += 1;
        left = Number.POSITIVE_INFINITY;
      } else {
        left -= bytes.length;
        if (!to.write(bytes)) from.pause();
      }
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
  }

  const server = createServer((near) => {
    if (state === 'gone') return near.destroy();
    const far = connect(Number(port), hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    pass(near, far, 'ofRequests', end);
    pass(far, near, 'ofAnswers', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      state = next;
      // A connection that is open has its place to be cut from the time when it was opened.
      if (next !== 'whole') endAll();
    },
    cuts: () => ({ ...cuts }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
