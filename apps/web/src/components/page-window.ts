/** The pages (from 0) to offer around the current one: up to `reach` before it and `reach` after it. */
export function pageWindow(page: number, totalPages: number, reach = 2): number[] {
  const first = Math.max(0, page - reach);
  const last = Math.min(totalPages - 1, page + reach);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** The last page (from 0) for a number of rows; 0 for an empty list. */
export function lastPage(total: number, size: number): number {
  return Math.max(0, Math.ceil(total / size) - 1);
}
