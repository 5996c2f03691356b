import type { ErrorCode, FieldCode } from '@servicebook/shared/error-codes';
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { http } from '../lib/api-client.ts';

export interface FakeRequest {
  /** `POST /api/customer/search`, without the query. */
  call: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, unknown>;
}

type Answer = { status?: number; body?: unknown } | 'no connection';
type Handler = (request: FakeRequest) => Answer;

export const refusal = (status: number, code: ErrorCode, fields?: Record<string, FieldCode>): Answer => ({
  status,
  body: { code, message: code, fields },
});

/** Screens ask for these in the background; tests that do not care need no answer. */
const background: Record<string, Answer> = {
  'GET /api/notification/unread': { body: { count: 0 } },
  'GET /api/savedView/list': { body: [] },
  'GET /api/service/mails/31': { body: { mails: [], recipients: [], holders: [], language: 'en' } },
  'GET /api/account/protocolMails': {
    body: {
      automatic: false,
      replyTo: '',
      texts: { pl: '', en: '', de: '', it: '', es: '', ru: '' },
      defaults: { pl: 'pl', en: 'Please find attached protocol {number}.', de: 'de', it: '', es: '', ru: '' },
    },
  },
  'GET /api/account/firstSteps': {
    body: {
      hidden: true,
      done: { employees: false, intervals: false, company: false, logo: false, reminders: false },
      categoryId: null,
    },
  },
};

/** Counts the servers, so that answers of an earlier one are dropped. */
let newest = 0;

/**
 * Replaces the server below axios, so that headers, errors and the client are real. Calls are answered by `METHOD
 * /path`; an unknown call fails the test.
 */
export function fakeServer(handlers: Record<string, Handler | Answer>) {
  const requests: FakeRequest[] = [];
  const server = ++newest;
  http.defaults.adapter = async (config: InternalAxiosRequestConfig): Promise<AxiosResponse> => {
    const request: FakeRequest = {
      call: `${config.method?.toUpperCase()} ${config.url}`,
      query: config.params ?? {},
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      headers: config.headers.toJSON(),
    };
    const handler = handlers[request.call] ?? background[request.call];
    if (handler !== background[request.call] || !handler) requests.push(request);
    if (!handler) throw new Error(`The test answers no ${request.call}`);
    const answer = typeof handler === 'function' ? handler(request) : handler;
    // Like the real server's, answers come later: a test waits for what it looks at.
    await new Promise((resolve) => setTimeout(resolve, 3));
    // The test that asked is over.
    if (server !== newest) return new Promise(() => {});
    if (answer === 'no connection') throw new AxiosError('Network Error', 'ERR_NETWORK', config);
    const { status = 200, body } = answer;
    // A browser's answer is text; axios reads it behind all of our own transports.
    const isJson = typeof body === 'object' && !(body instanceof Blob);
    const data = isJson ? JSON.stringify(body) : body;
    const response = { status, statusText: '', data, headers: {}, config } as AxiosResponse;
    if (status >= 200 && status < 300) return response;
    throw new AxiosError(`Status ${status}`, 'ERR_BAD_REQUEST', config, null, response);
  };
  return {
    handlers,
    requests,
    /** The bodies of all requests to a call, in order. */
    sentTo: (call: string) => requests.filter((request) => request.call === call).map(({ body }) => body),
  };
}
