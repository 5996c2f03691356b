import { afterAll, describe, expect, it } from 'vitest';
import { refusal, type TestApp, useTestApp } from '../../testing/app.ts';
import { startGoogle } from '../../testing/google.ts';

const google = await startGoogle();
afterAll(() => google.stop());

const person = { sub: '1', email: 'anna@example.com', email_verified: true };
const signIn = (app: TestApp, code: string) =>
  refusal(app.anonymous.http.get('/api/user/oauth2-google-login', { headers: { code } }));
const policyOf = async (app: TestApp) =>
  String((await app.anonymous.http.get('/healthz')).headers['content-security-policy']);

describe('without a Google client', () => {
  const app = useTestApp();

  it('Google sign-in is unavailable, the settings say so, and the policy allows nothing from Google', async () => {
    expect(await app.anonymous.app.config()).toMatchObject({ googleClientId: '' });
    expect(await signIn(app, await google.agree(person))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await policyOf(app)).not.toContain('google');
    expect(google.exchanges).toEqual([]);
  });
});

describe('with a Google client', () => {
  const app = useTestApp(google.settings);

  it('the settings contain it, and the policy allows Google’s script and popup', async () => {
    const { GOOGLE_CLIENT_ID: googleClientId } = google.settings;
    expect(await app.anonymous.app.config()).toMatchObject({ googleClientId });
    expect(await policyOf(app)).toMatch(/script-src [^;]*https:\/\/accounts\.google\.com\/gsi\/client/);
    const { headers } = await app.anonymous.http.get('/healthz');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });
});

describe('with a client that Google rejects', () => {
  const app = useTestApp({ ...google.settings, GOOGLE_CLIENT_SECRET: 'mistyped' });

  it('it is a server error, logged without the secret', async () => {
    const answer = await signIn(app, await google.agree(person));
    expect(answer).toMatchObject({ status: 500, code: 'INTERNAL' });
    const logged = app.logs.join('\n');
    expect(logged).toContain('invalid_client');
    expect(logged).not.toContain('mistyped');
  });
});

describe('if Google cannot be reached', () => {
  const app = useTestApp({ ...google.settings, GOOGLE_TOKEN_URL: 'http://127.0.0.1:1/token' });

  it('the user is told to try again later', async () => {
    expect(await signIn(app, 'any')).toMatchObject({ status: 503, code: 'GOOGLE_UNAVAILABLE' });
    expect(app.logs.join('\n')).toContain('"code":"GOOGLE_UNAVAILABLE"');
  });
});
