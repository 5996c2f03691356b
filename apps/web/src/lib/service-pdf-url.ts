/** Where a protocol's document is: of the version named, else of the newest, which may be an unsigned draft. */
export const pdfUrl = (id: number, version?: number): string =>
  `/api/service/pdf/${id}${version === undefined ? '' : `?version=${version}`}`;
