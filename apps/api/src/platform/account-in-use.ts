/** A condition on accounts that somebody works in: neither closed at the end of the contract nor deleted. */
export const inUse = { deletedAt: null, closedAt: null } as const;
