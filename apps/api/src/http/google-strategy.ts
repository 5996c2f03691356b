/** Google's popup hands the browser a code; here it becomes what Google knows of the person. */
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { type Profile, Strategy } from 'passport-google-oauth20';
import type { GoogleSettings } from '../config.ts';
import type { Deps } from '../context.ts';
import { AppError } from '../platform/app-error.ts';

/** OpenID Connect's claims, as Google states them and nobody has checked them. */
export type GoogleClaims = Record<string, unknown>;

/** Google has this long to answer; then the user hears that it does not. */
const patience = 10_000;

/**
 * The server's half of Google's popup code flow. The code comes in the header `code`, which no link and no foreign
 * form can set, and never from the address. The popup has no callback address: the code is exchanged for the
 * `redirect_uri` that the settings name, and without passport's `callbackURL`, which would be taken for a relative one.
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
    // Not in the address, where proxies would log it.
    this._oauth2.useAuthorizationHeaderforGET(true);
    this.redirectUri = redirectUri;
  }

  override tokenParams(): object {
    return { redirect_uri: this.redirectUri };
  }

  override authenticate(request: Request, options?: object): void {
    const code = request.get('code');
    // Without a code the strategy would lead the browser away to Google.
    if (code) super.authenticate({ query: { code } } as unknown as Request, options);
    else this.fail(400);
  }
}

/** What failed while asking Google: a refusal of the code, no answer, or a mistake in the settings. */
interface GoogleFailure extends Error {
  code?: string;
  oauthError?: Error | { statusCode: number };
}

const isRefusedCode = ({ name, code }: GoogleFailure) => name === 'TokenError' && code === 'invalid_grant';
const isNoAnswer = ({ oauthError }: GoogleFailure) =>
  oauthError instanceof Error || (oauthError !== undefined && oauthError.statusCode >= 500);

/**
 * Gives Google's claims for the code of a request, or null when Google does not take the code.
 * @throws AppError MALFORMED_REQUEST without a code, GOOGLE_UNAVAILABLE when Google does not answer, NOT_FOUND when
 *   the settings name no client; what passport throws when Google refuses the client, which is our failure.
 */
export type GoogleReader = (request: Request, response: Response) => Promise<GoogleClaims | null>;

export function createGoogleReader(deps: Deps): GoogleReader {
  const { google } = deps.config;
  if (!google) return () => Promise.reject(new AppError('NOT_FOUND'));
  const passport = new Passport();
  passport.use(new GoogleCodeStrategy(google));

  return (request, response) =>
    new Promise((resolve, reject) => {
      const unavailable = (reason: unknown) => {
        deps.log.warn({ err: reason }, 'Google does not answer');
        reject(new AppError('GOOGLE_UNAVAILABLE'));
      };
      const impatience = setTimeout(() => unavailable(new Error(`no answer in ${patience} ms`)), patience);
      const settle = (failure: GoogleFailure | null, profile?: Profile | false) => {
        clearTimeout(impatience);
        if (profile) resolve({ ...profile._json });
        else if (!failure) reject(new AppError('MALFORMED_REQUEST'));
        else if (isRefusedCode(failure)) resolve(null);
        else if (isNoAnswer(failure)) unavailable(failure);
        else reject(failure);
      };
      passport.authenticate('google', { session: false }, settle)(request, response, () => {});
    });
}
