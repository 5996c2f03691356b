import { fillPath } from '@servicebook/shared/contract';
import { deviceContract } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { onPhone } from '../../lib/phone.ts';

/** Whether this phone has what a protocol's text is made of, so that it can be read while its attachments wait here. */
export async function isReadableHere({ devices }: ServiceProtocol, user: SessionUser): Promise<boolean> {
  const { method, path } = deviceContract.findById;
  const known = await Promise.all(
    devices.map(({ id }) =>
      onPhone((phone) => phone.answer({ method, path: fillPath(path, { id }), query: {}, body: null }, user)),
    ),
  );
  return known.every((machine) => machine !== null);
}
