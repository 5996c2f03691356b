/** The address of a stored file, by its key. */
export const fileUrl = (key: string): string =>
  `/api/storage/downloadFile?fileName=${encodeURIComponent(key)}`;
