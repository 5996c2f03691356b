/** A path without ids and keys: `/device/{id}`. */
export const screenPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (/^[a-z-]{0,40}$/i.test(part) ? part : '{id}'))
    .join('/')
    .slice(0, 200);
