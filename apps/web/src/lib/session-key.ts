/** The cache key of the signed-in user. In a file of its own: the API client reads it, and the session asks by that client. */
export const sessionKey = ['session'] as const;
