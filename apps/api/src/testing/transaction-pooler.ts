/**
 * A pooler as PgBouncer is with `pool_mode = transaction`: each transaction gets another connection, which knows nothing of
 * what its client has done before. Settings of a session are refused.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface TransactionPooler {
  url: string;
  close(): Promise<void>;
}

/** What PgBouncer knows of itself; others would have to be set again for each client. */
const knownParameters = ['user', 'database', 'client_encoding', 'application_name'];

/** Calls `onMessage` for each message: a letter, its length, its content. The first one of a client has no letter. */
function readMessages(
  stream: Socket,
  onMessage: (type: string, message: Buffer) => void,
  isStart = false,
): void {
  let rest = Buffer.alloc(0);
  let letters = isStart ? 0 : 1;
  stream.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= letters + 4) {
      const length = letters + rest.readInt32BE(letters);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = letters === 0 ? 'start' : String.fromCharCode(message[0] ?? 0);
      letters = 1;
      onMessage(type, message);
    }
  });
}

function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const refusal = (reason: string) => messageOf('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${reason}\0\0`));
const welcome = Buffer.concat([
  messageOf('R', Buffer.alloc(4)),
  messageOf('S', Buffer.from('client_encoding\0UTF8\0')),
  messageOf('K', Buffer.alloc(8)),
  messageOf('Z', Buffer.from('I')),
]);

/** A connection to the database, and the client whose transaction it has. */
interface Lent {
  stream: Socket;
  client: Client | null;
}
interface Client {
  socket: Socket;
  lent: Lent | null;
  /** What it has sent while it has no connection. */
  held: Buffer[];
  /** How many answers it waits for. */
  unanswered: number;
}

/** @param size connections to the database */
export async function openTransactionPooler(databaseUrl: string, size = 4): Promise<TransactionPooler> {
  const free: Lent[] = [];
  const waiting: Client[] = [];
  const all = new Set<Socket>();

  async function open(): Promise<void> {
    const database = new pg.Client({ connectionString: databaseUrl });
    database.on('error', () => {});
    await database.connect();
    const stream = database.connection.stream as Socket;
    // From here on, the client of the pooler speaks on it.
    stream.removeAllListeners('data');
    const lent: Lent = { stream, client: null };
    all.add(stream);
    readMessages(stream, (type, message) => {
      const { client } = lent;
      if (!client) return;
      client.socket.write(message);
      if (type !== 'Z') return;
      client.unanswered--;
      const isIdle = message.toString('latin1', 5) === 'I';
      if (isIdle && client.unanswered === 0) giveBack(lent);
    });
    giveBack(lent);
  }

  function giveBack(lent: Lent): void {
    if (lent.client) lent.client.lent = null;
    lent.client = null;
    free.push(lent);
    const next = waiting.shift();
    if (next) lend(next);
  }

  /** The one that has waited longest, so that no client gets its last one again by chance. */
  function lend(client: Client): void {
    const lent = free.shift();
    if (!lent) {
      if (!waiting.includes(client)) waiting.push(client);
      return;
    }
    lent.client = client;
    client.lent = lent;
    for (const message of client.held.splice(0)) lent.stream.write(message);
  }

  function start(client: Client, message: Buffer): void {
    const names = message
      .toString('utf8', 8)
      .split('\0')
      .filter((_, at) => at % 2 === 0);
    const unknown = names.find((name) => name && !knownParameters.includes(name));
    if (unknown) client.socket.end(refusal(`unsupported startup parameter: ${unknown}`));
    else client.socket.write(welcome);
  }

  const server = createServer((socket) => {
    const client: Client = { socket, lent: null, held: [], unanswered: 0 };
    all.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      all.delete(socket);
      if (waiting.includes(client)) waiting.splice(waiting.indexOf(client), 1);
      if (!client.lent) return;
      // Nobody knows in which state it is.
      client.lent.client = null;
      client.lent.stream.destroy();
      if (server.listening) void open();
    });
    readMessages(
      socket,
      (type, message) => {
        if (type === 'start') return start(client, message);
        if (type === 'X') return void socket.end();
        if (type === 'Q' || type === 'S') client.unanswered++;
        if (client.lent) return void client.lent.stream.write(message);
        client.held.push(message);
        lend(client);
      },
      true,
    );
  });
  for (let each = 0; each < size; each++) await open();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of all) socket.destroy();
      await closed;
    },
  };
}
