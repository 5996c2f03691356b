/**
 * The cache key of the signed-in user. In its own file to avoid a cycle: the API client uses it, and the session uses
 * the API client.
 */
export const sessionKey = ['session'] as const;
