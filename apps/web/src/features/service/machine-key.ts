/** Not the bare id: form paths treat digits as array indexes. */
export const machineKey = (id: number): string => `m${id}`;
