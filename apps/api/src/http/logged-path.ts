/** Longer ones are attempts to fill our logs. */
const longest = 200;

/**
 * The path of a request as our logs may have it: without its query, without the secret of a link by which somebody signs or
 * reads, and without the code of a document.
 */
export function loggedPath(url: string): string {
  // Twice as much, so that no secret is cut before it is found.
  const [path = ''] = url.slice(0, 2 * longest).split('?');
  const known = path.replace(/^\/v\/.+/i, '/v/…').replace(/\d+\.[\w-]{43}/g, '…');
  return known.length > longest ? `${known.slice(0, longest)}…` : known;
}
