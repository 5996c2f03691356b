/** Names of the nightly backups, by which they are told from everything else that lies beside them. */

export const nightlyStart = 'servicebook-';
const ours = /^servicebook-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.zip$/;

export const isNightly = (name: string): boolean => ours.test(name);

export const nightlyName = (moment: Date): string =>
  `${nightlyStart}${moment.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;

/** When it was begun, in milliseconds since 1970. */
export function momentOf(name: string): number {
  const [date, time = ''] = ours.exec(name)?.[1]?.split('T') ?? [];
  return date ? Date.parse(`${date}T${time.replaceAll('-', ':')}Z`) : 0;
}

const dayOf = (name: string): string => name.slice(0, `${nightlyStart}2026-11-27`.length);

export const isOfSameDay = (one: string, other: string): boolean => dayOf(one) === dayOf(other);
