/** An error tracker on this machine that takes events as Sentry does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TrackedEvent {
  [name: string]: unknown;
  exception: {
    values: { type: string; value: string; stacktrace?: { frames: Record<string, unknown>[] } }[];
  };
  tags: Record<string, unknown>;
}

export async function startErrorTracker() {
  const received: { path: string; auth: string; body: string; event: TrackedEvent }[] = [];
  const tracker = {
    dsn: '',
    received,
    /** The status it answers with; null: no answer. */
    status: 200 as number | null,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const auth = String(request.headers['x-sentry-auth']);
    const event = JSON.parse(body.split('\n')[2] ?? '');
    received.push({ path: request.url ?? '', auth, body, event });
    if (tracker.status !== null) response.writeHead(tracker.status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  tracker.dsn = `http://public-key@127.0.0.1:${(server.address() as AddressInfo).port}/42`;
  return tracker;
}
