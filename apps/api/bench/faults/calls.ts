/** Calls as the web app makes them, over connections that stay open. */
import { Agent, request } from 'node:http';
import { demoUsers } from '../../src/features/demo/team.ts';

export interface Answer {
  status: number;
  body: string;
  cookie: string;
}

export interface Call {
  agent?: Agent;
  headers?: Record<string, string>;
  body?: object | FormData;
  /** The call and its repetitions count once. */
  key?: string;
}

/** @throws with the code of the socket, if the connection breaks */
export async function call(
  port: number,
  method: string,
  url: string,
  { agent, headers = {}, body, key }: Call = {},
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, method, path: url, ...(agent && { agent }), headers });
  sent.setHeader('X-Requested-With', 'XMLHttpRequest');
  if (key) sent.setHeader('Idempotency-Key', key);
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject).on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      const { statusCode: status = 0 } = answer;
      answer.on('error', reject).on('end', () => resolve({ status, body: text, cookie }));
    });
  });
  // It may break before its body is there.
  answered.catch(() => {});
  if (body instanceof FormData) {
    const form = new Response(body);
    sent.setHeader('Content-Type', form.headers.get('Content-Type') ?? '');
    sent.end(Buffer.from(await form.arrayBuffer()));
  } else {
    if (body) sent.setHeader('Content-Type', 'application/json');
    sent.end(body && JSON.stringify(body));
  }
  return answered;
}

export const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** How a call was refused: its status and code, or what the socket said. */
export function refusalOf(outcome: Answer | Error): string {
  if (outcome instanceof Error) return (outcome as NodeJS.ErrnoException).code ?? outcome.message;
  const [, code = ''] = /"code":"(\w+)"/.exec(outcome.body) ?? [];
  return `${outcome.status} ${code}`.trim();
}

/** @returns the header of its session */
export async function signIn(port: number): Promise<Record<string, string>> {
  const [{ email, password }] = demoUsers;
  const Authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const { status, cookie } = await call(port, 'GET', '/api/user/auth', { headers: { Authorization } });
  if (status !== 200) throw new Error(`The sign-in answered ${status}`);
  return { Cookie: cookie };
}

export interface Machine {
  id: number;
  customerId: number;
}

export async function firstMachine(port: number, headers: Record<string, string>): Promise<Machine> {
  const { body } = await call(port, 'POST', '/api/device/search', { headers, body: { page: 0, size: 1 } });
  const [{ id, customer }] = JSON.parse(body).content;
  return { id, customerId: customer.id };
}
