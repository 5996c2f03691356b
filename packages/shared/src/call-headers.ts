/** Request headers of the app's calls. */

/** The request header that names the account and user a page was loaded for. */
export const signedInAsHeader = 'Signed-In-As';

/** The header's value. It names the user, not the session, so open pages keep working after the same user signs in again. */
export const signedInAs = (user: { accountId: number; userId: number }): string =>
  `${user.accountId}/${user.userId}`;

/**
 * The request header of a call that waited on a phone: the last moment that the server had told the phone before the call
 * was first sent, as an ISO 8601 instant.
 */
export const writtenAfterHeader = 'Written-After';

/** The request header with the time on the device's clock when it sends, as an ISO 8601 instant. */
export const deviceTimeHeader = 'Device-Time';

/** The request header of a call that waited on a phone: the time on its clock when it was written, as an ISO 8601 instant. */
export const writtenAtHeader = 'Written-At';
