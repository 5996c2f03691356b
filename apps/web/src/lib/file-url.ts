/** The address of a stored file, by its key. One that waits on this phone has its address as its key. */
export const fileUrl = (key: string): string =>
  key.startsWith('blob:') ? key : `/api/storage/downloadFile?fileName=${encodeURIComponent(key)}`;
