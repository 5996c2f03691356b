/**
 * The address of a protocol's document: of the given version, otherwise of the newest, which may be an unsigned draft.
 */
export const pdfUrl = (id: number, version?: number): string =>
  `/api/service/pdf/${id}${version === undefined ? '' : `?version=${version}`}`;
