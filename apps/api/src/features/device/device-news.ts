/** Who goes to a machine is told that it stands somewhere else now. */
import type { Deps } from '../../deps.ts';
import type { Device } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import type { Changes } from '../audit/audit.service.ts';
import { tellOfPlaces } from '../visit-news/visit-news.ts';

type Place = Pick<Device, 'streetAddress' | 'zipCode' | 'city' | 'country' | 'gpsLatitude' | 'gpsLongitude'>;

const placeOf = ({ streetAddress, zipCode, city, country, gpsLatitude, gpsLongitude }: Place): Place => ({
  streetAddress,
  zipCode,
  city,
  country,
  gpsLatitude,
  gpsLongitude,
});

/** @param before the machine before the changes */
export async function tellOfMachine(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  before: Place & { id: number },
  changes: Changes,
): Promise<void> {
  const place = placeOf(before);
  if (!Object.keys(place).some((field) => field in changes)) return;
  await tellOfPlaces(
    deps,
    tx,
    ctx,
    { devices: { some: { accountId: ctx.accountId, deviceId: before.id } } },
    (visit) => ({
      ...visit,
      devices: visit.devices.map((device) => (device.id === before.id ? { ...device, ...place } : device)),
    }),
  );
}
