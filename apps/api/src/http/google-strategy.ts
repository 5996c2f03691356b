/** Exchanges the code from Google's popup for the user's claims. */
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { type Profile, Strategy } from 'passport-google-oauth20';
import type { GoogleSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../platform/app-error.ts';
import { traced } from '../platform/trace.ts';

/** OpenID Connect claims from Google, not validated yet. */
export type GoogleClaims = Record<string, unknown>;

/** After this time without an answer, the user is told that Google is not available. */
const timeout = 10_000;

/**
 * The server's half of Google's popup code flow. The code comes in the header `code`, which no link and no foreign
 * form can set, and never from the address. The popup has no callback address: the code is exchanged with the
 * `redirect_uri` from the settings, not with passport's `callbackURL`, which would treat it as a relative address.
 */
class GoogleCodeStrategy extends Strategy {
  /** Not #private: passport works with an object that inherits from this one. */
  private readonly redirectUri: string;

  constructor({
    clientId,
    clientSecret,
    redirectUri,
    authorizationUrl,
    tokenUrl,
    userInfoUrl,
  }: GoogleSettings) {
    super(
      {
        clientID: clientId,
        clientSecret,
        authorizationURL: authorizationUrl,
        tokenURL: tokenUrl,
        userProfileURL: userInfoUrl,
      },
      (_accessToken, _refreshToken, profile, done) => done(null, profile as unknown as Express.User),
    );
    // In a header, because proxies log addresses.
    this._oauth2.useAuthorizationHeaderforGET(true);
    this.redirectUri = redirectUri;
  }

  override tokenParams(): object {
    return { redirect_uri: this.redirectUri };
  }

  override authenticate(request: Request, options?: object): void {
    const code = request.get('code');
    // Without a code the strategy would redirect the browser to Google.
    if (code) super.authenticate({ query: { code } } as unknown as Request, options);
    else this.fail(400);
  }
}

/** A failed request to Google: a refused code, no answer, or wrong settings. */
interface GoogleFailure extends Error {
  code?: string;
  oauthError?: Error | { statusCode: number };
}

const isRefusedCode = ({ name, code }: GoogleFailure) => name === 'TokenError' && code === 'invalid_grant';
const isNoAnswer = ({ oauthError }: GoogleFailure) =>
  oauthError instanceof Error || (oauthError !== undefined && oauthError.statusCode >= 500);

/**
 * Returns Google's claims for the code of a request, or null if Google refuses the code.
 * @throws AppError MALFORMED_REQUEST without a code, GOOGLE_UNAVAILABLE if Google does not answer, NOT_FOUND if
 *   no client is configured; passport's error if Google refuses our client.
 */
export type GoogleReader = (request: Request, response: Response) => Promise<GoogleClaims | null>;

export function createGoogleReader(deps: Deps): GoogleReader {
  const { google } = deps.config;
  if (!google) return () => Promise.reject(new AppError('NOT_FOUND'));
  const passport = new Passport();
  passport.use(new GoogleCodeStrategy(google));

  const read: GoogleReader = (request, response) =>
    new Promise((resolve, reject) => {
      const unavailable = (reason: unknown) => {
        reject(new AppError('GOOGLE_UNAVAILABLE', {}, reason));
      };
      const timer = setTimeout(() => unavailable(new Error(`no answer in ${timeout} ms`)), timeout);
      const settle = (failure: GoogleFailure | null, profile?: Profile | false) => {
        clearTimeout(timer);
        if (profile) resolve({ ...profile._json });
        else if (!failure) reject(new AppError('MALFORMED_REQUEST'));
        else if (isRefusedCode(failure)) resolve(null);
        else if (isNoAnswer(failure)) unavailable(failure);
        else reject(failure);
      };
      passport.authenticate('google', { session: false }, settle)(request, response, () => {});
    });
  return (request, response) => traced('Google', {}, () => read(request, response));
}
