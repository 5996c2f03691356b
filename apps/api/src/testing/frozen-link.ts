/** A way to a database that can be frozen: it accepts connections and passes nothing on, as a host that hangs. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FrozenLink {
  url: string;
  freeze(): void;
  /** It passes everything on again. Connections from before end, as of a host that was restarted. */
  thaw(): void;
  close(): void;
}

export async function openLink(databaseUrl: string): Promise<FrozenLink> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => isFrozen || far.write(bytes));
    far.on('data', (bytes) => isFrozen || near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
      end();
    },
    close() {
      end();
      server.close();
    },
  };
}
