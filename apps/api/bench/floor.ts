/**
 * The floor everything is measured against: bare node:http and pg in a process of its own. It runs the statements of the
 * application's reads, and writes the same rows in one transaction with as few prepared statements as are needed. It has
 * no sessions, no checks and no framework.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sessionSettings } from '../src/platform/database-access.ts';
import { type Write, writes } from './floor-writes.ts';
import type { Statement } from './reads.ts';

export interface Floor {
  url: string;
  pid: number;
  /** Where these statements are run, all at once, and their rows answered. */
  serve(statements: Statement[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts it as a process. @param dataDir for uploaded files */
export async function startFloor(databaseUrl: string, dataDir: string): Promise<Floor> {
  const child = fork(fileURLToPath(import.meta.url), [], {
    execArgv: [],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the floor ended')));
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
  ended.catch(() => {});
  return {
    url,
    pid: child.pid as number,
    async serve(statements) {
      const answer = once(child, 'message');
      child.send(statements);
      return url + (await answer)[0];
    },
    async stop() {
      child.disconnect();
      await ended.catch(() => {});
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function serve(databaseUrl: string, dataDir: string): Promise<void> {
  // As many connections as the application has.
  const { options } = sessionSettings;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, options });
  const served: Statement[][] = [];

  const run = (statements: Statement[]) =>
    Promise.all(statements.map(async (statement) => (await pool.query(statement)).rows));
  const write = async (work: Write, body: Buffer, query: URLSearchParams) => {
    const client = await pool.connect();
    try {
      return await work(client, { body, query, dataDir });
    } finally {
      client.release();
    }
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
    const [, kind = '', name = ''] = pathname.split('/');
    const body = await bodyOf(request);
    const answer =
      kind === 'served'
        ? await run(served[Number(name)] ?? [])
        : await write(writes[name as keyof typeof writes], body, searchParams);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.on('message', (statements: Statement[]) => {
    process.send?.(`/served/${served.push(statements) - 1}`);
  });
  // Ends with its parent, however that ends.
  process.once('disconnect', () => process.exit());
}

const { DATABASE_URL, DATA_DIR } = process.env;
if (process.argv[1] === fileURLToPath(import.meta.url) && process.send && DATABASE_URL && DATA_DIR)
  await serve(DATABASE_URL, DATA_DIR);
