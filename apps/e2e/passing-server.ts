// A server between the browser and the application, as a network and a next build would have it.
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PassingServer {
  url: string;
  /** The service worker of a next build: the same code, so any change of the file will do. */
  deploy: () => void;
  /** Files that the next build no longer has; null brings them back. */
  remove: (files: RegExp | null) => void;
  /** The addresses of all calls so far. */
  asked: string[];
  stop: () => Promise<void>;
}

/** Passes every call on to the application of the journeys. */
export async function startPassingServer(): Promise<PassingServer> {
  const { hostname, port } = new URL(process.env.APP_URL ?? '');
  let build = 0;
  let removed: RegExp | null = null;
  const asked: string[] = [];
  const pass: RequestListener = (incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    asked.push(url);
    if (removed?.test(url)) return outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    const isWorker = url === '/service-worker.js' && build > 0;
    const { 'if-none-match': _match, 'if-modified-since': _since, ...unconditional } = headers;
    const sent = isWorker ? { ...unconditional, 'accept-encoding': 'identity' } : headers;
    const onward = request({ hostname, port, path: url, method, headers: sent }, (answer) => {
      const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
      if (!isWorker) outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      else outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.on('data', (part) => outgoing.write(part));
      answer.on('end', () => outgoing.end(isWorker ? `\n// build ${build}` : ''));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      build += 1;
    },
    remove: (files) => {
      removed = files;
    },
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
