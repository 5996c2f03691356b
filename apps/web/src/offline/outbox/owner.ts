import type { SessionUser } from '@servicebook/shared/user';

/** Whose work it is. */
export const ownerOf = ({ account, id }: SessionUser): string => `${account.id}:${id}`;
