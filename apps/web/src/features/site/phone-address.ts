const onlyHere = /^(localhost|127\.|\[::1\])/;

/**
 * The address a phone opens: the one users are told, or else the one this page came from.
 * @returns null when both lead no farther than this computer.
 */
export const addressForPhones = (publicUrl: string, origin: string): string | null =>
  [publicUrl, origin].find((address) => !onlyHere.test(new URL(address).hostname)) ?? null;
