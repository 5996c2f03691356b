import { fillPath } from '@servicebook/shared/contract';
import { customerContract } from '@servicebook/shared/customer';
import { deviceContract } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { onPhone } from '../../lib/phone.ts';

/** Whether this phone has what a protocol's text is made of, so that it can be read while its attachments wait here. */
export async function isReadableHere(
  { customer, devices, fileDtos }: ServiceProtocol,
  user: SessionUser,
): Promise<boolean> {
  const records = [
    fillPath(customerContract.findById.path, { id: customer.id }),
    ...devices.map(({ id }) => fillPath(deviceContract.findById.path, { id })),
  ];
  const known = await Promise.all(
    records.map((path) =>
      onPhone((phone) => phone.answer({ method: 'get', path, query: {}, body: null }, user)),
    ),
  );
  // An attachment without a hash was stored before there were any.
  return known.every((record) => record !== null) && fileDtos.every(({ sha256 }) => sha256);
}
