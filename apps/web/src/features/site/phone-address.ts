const onlyHere = /^(localhost|127\.|\[::1\])/;

/**
 * The address a phone opens: the public address, or otherwise the address of this page.
 * @returns null when both lead no farther than this computer.
 */
export const addressForPhones = (publicUrl: string, origin: string): string | null =>
  [publicUrl, origin].find((address) => !onlyHere.test(new URL(address).hostname)) ?? null;
