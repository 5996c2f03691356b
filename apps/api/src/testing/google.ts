/** Stands in for Google: asks nobody, and is as strict about codes, client and redirect_uri as Google is. */
import type { IncomingMessage } from 'node:http';
import {
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
} from 'oauth2-mock-server';

/** Who signs in at Google, as its userinfo endpoint tells. */
export interface GooglePerson {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name?: string;
  family_name?: string;
}

export interface FakeGoogle {
  /** The settings of a server that signs in with it. */
  settings: Record<string, string>;
  /** Where it is reached. */
  url: string;
  /** Lets somebody agree in the popup. @returns the authorization code */
  agree(person: GooglePerson): Promise<string>;
  /** The server's requests to exchange codes. */
  exchanges: Record<string, string>[];
  stop(): Promise<void>;
}

const client = { id: 'client-of-the-tests.apps.googleusercontent.com', secret: 'secret-of-the-tests' };
type TokenRequest = IncomingMessage & { body: Record<string, string> };
type AuthorizationRequest = IncomingMessage & { query: Record<string, string> };

/** Lets somebody agree at the stand-in under this address, which another process may have started. */
export async function agreeAtGoogle(url: string, person: GooglePerson): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    redirect_uri: 'https://app.example/',
    client_id: client.id,
    person: JSON.stringify(person),
  });
  const answer = await fetch(`${url}/authorize?${query}`, { redirect: 'manual' });
  return new URL(answer.headers.get('Location') ?? '').searchParams.get('code') ?? '';
}

export async function startGoogle(): Promise<FakeGoogle> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${server.address().port}`;
  const byCode = new Map<string, GooglePerson>();
  const byToken = new Map<string, GooglePerson>();
  const exchanges: Record<string, string>[] = [];
  const { service } = server;

  service.on('beforeAuthorizeRedirect', (redirect: MutableRedirectUri, { query }: AuthorizationRequest) => {
    byCode.set(redirect.url.searchParams.get('code') ?? '', JSON.parse(query.person ?? ''));
  });
  service.on('beforeTokenSigning', (token: MutableToken, { body }: TokenRequest) => {
    token.payload.sub = byCode.get(body.code ?? '')?.sub ?? 'nobody';
  });
  service.on('beforeResponse', (response: MutableResponse, { body }: TokenRequest) => {
    exchanges.push(body);
    const refuse = (statusCode: number, error: string) =>
      Object.assign(response, { statusCode, body: { error, error_description: 'Bad Request' } });
    const { code = '', client_id, client_secret, redirect_uri } = body;
    const person = byCode.get(code);
    if (client_id !== client.id || client_secret !== client.secret) return refuse(401, 'invalid_client');
    if (redirect_uri !== 'postmessage') return refuse(400, 'redirect_uri_mismatch');
    if (!person) return refuse(400, 'invalid_grant');
    byCode.delete(code);
    byToken.set(String((response.body as { access_token: string }).access_token), person);
  });
  service.on('beforeUserinfo', (response: MutableResponse, request: IncomingMessage) => {
    const person = byToken.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (person) response.body = { ...person };
    else Object.assign(response, { statusCode: 401, body: { error: 'invalid_token' } });
  });

  return {
    url,
    settings: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_USERINFO_URL: `${url}/userinfo`,
    },
    agree: (person) => agreeAtGoogle(url, person),
    exchanges,
    stop: () => server.stop(),
  };
}
