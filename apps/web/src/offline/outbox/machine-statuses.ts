/** The statuses that machines get from what waits. */
import type { DeviceStatus } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { Entry } from './database.ts';

interface Given {
  id: number;
  status: DeviceStatus;
}

/** Which machines get which status from one entry. */
export function statusesBy({ label, body, answer }: Entry): Given[] {
  switch (label.kind) {
    case 'machine':
      return [body as Given];
    case 'event': {
      const { setsFault, device } = body as { setsFault?: boolean; device: { id: number } };
      return setsFault ? [{ id: device.id, status: 'FAULT' }] : [];
    }
    case 'signature':
      return (answer as ServiceProtocol).results.flatMap(({ device: { id }, statusAfter: status }) =>
        status ? [{ id, status }] : [],
      );
    default:
      return [];
  }
}

/** Of several, a machine gets the status of the last one. */
export const statusesOf = (entries: readonly Entry[]): Map<number, DeviceStatus> =>
  new Map(entries.flatMap(statusesBy).map(({ id, status }) => [id, status]));
