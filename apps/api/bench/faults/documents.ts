/** Protocols that are signed and mailed one after the other: each causes jobs, which must be done once whatever happens. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withSession } from '@servicebook/prisma/with-session';
import { type Call, call, firstMachine, signIn } from './calls.ts';

export interface Documents {
  stop(): Promise<void>;
  /** Waits up to two minutes for the jobs, and says what they have done. */
  report(databaseUrl: string, received: () => Promise<string[]>): Promise<string>;
}

const pen = 'M10 10 C20 40 40 40 60 12 L80 30';
const strokes = [
  {
    points: [
      { x: 10, y: 10, time: 0, pressure: 0.5 },
      { x: 80, y: 30, time: 300, pressure: 0.5 },
    ],
  },
];

function formOf(name: string, json: object, file?: { field: string; content: string }): FormData {
  const form = new FormData();
  form.append(name, JSON.stringify(json));
  if (file) form.append(file.field, new Blob([file.content]), file.field);
  return form;
}

export async function signDocuments(ports: number[]): Promise<Documents> {
  const [first = 0] = ports;
  const headers = await signIn(first);
  const machine = await firstMachine(first, headers);
  const run = randomBytes(4).toString('hex');
  const signed: number[] = [];
  const mailed: string[] = [];
  let isOver = false;
  let turn = 0;

  /** Sends a call with one key until it is answered. */
  async function insist(url: string, body: Call['body']): Promise<{ id: number } | null> {
    const key = randomUUID();
    for (;;) {
      const port = ports[turn++ % ports.length] ?? first;
      const answer = await call(port, 'POST', url, { headers, body, key } as Call).catch(() => null);
      if (answer?.status === 200) return JSON.parse(answer.body);
      if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${url}: ${answer.body}`);
      await sleep(200);
    }
  }

  const signing = (async () => {
    while (!isOver) {
      const protocol = {
        date: new Date().toISOString(),
        type: ['REPAIR'],
        customer: { id: machine.customerId },
        devices: [{ id: machine.id }],
      };
      const added = await insist('/api/service/add', formOf('serviceJson', protocol));
      if (!added) return;
      const sign = { signerName: 'Jan Nowak', strokes, signedAt: new Date().toISOString() };
      const signature = { field: 'signature', content: pen };
      await insist(`/api/service/sign/${added.id}`, formOf('signJson', sign, signature));
      signed.push(added.id);
      const email = `${run}-${signed.length}@example.com`;
      const mail = { service: { id: added.id }, version: 1, recipients: [email], language: 'en' };
      await insist('/api/service/mail', mail);
      mailed.push(email);
      await sleep(500);
    }
  })();
  signing.catch(() => {});

  return {
    async stop() {
      isOver = true;
      await signing;
    },
    report: (databaseUrl, received) =>
      withSession(databaseUrl, async (client) => {
        const readDrawn = async () => {
          const { rows } = await client.query<{ versions: number; drawn: number }>(
            `SELECT count(*)::int AS versions, count(pdf_file_id)::int AS drawn FROM service_version
              WHERE service_id = ANY($1)`,
            [signed],
          );
          return rows[0] ?? { versions: 0, drawn: 0 };
        };
        const readMails = async () => {
          const all = (await received()).filter((to) => mailed.includes(to));
          return { once: new Set(all).size, all: all.length };
        };
        let [documents, mails] = await Promise.all([readDrawn(), readMails()]);
        for (let waited = 0; waited < 240; waited++) {
          if (documents.drawn >= signed.length && mails.once >= mailed.length) break;
          await sleep(500);
          [documents, mails] = await Promise.all([readDrawn(), readMails()]);
        }
        const twice = mails.all - mails.once;
        return (
          `${signed.length} protocols signed: ${documents.versions} versions, ${documents.drawn} documents; ` +
          `${mailed.length} mails: ${mails.once} received, ${twice} twice`
        );
      }),
  };
}
