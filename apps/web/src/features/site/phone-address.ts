const localAddress = /^(localhost|127\.|\[::1\])/;

/**
 * The address to open on a phone: the public address, or otherwise the address of this page.
 * @returns null if both are only reachable from this computer
 */
export const addressForPhones = (publicUrl: string, origin: string): string | null =>
  [publicUrl, origin].find((address) => !localAddress.test(new URL(address).hostname)) ?? null;
