/** `/api/device/findById/{id}` as an expression that reads the id. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
