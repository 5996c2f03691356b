/** What is read before a signature, of a protocol that waits on this phone. */

import { dateIn } from '@servicebook/shared/calendar';
import { categoryContract } from '@servicebook/shared/category';
import { companyContract } from '@servicebook/shared/company';
import { customerContract } from '@servicebook/shared/customer';
import { deviceContract } from '@servicebook/shared/device';
import { employeeContract } from '@servicebook/shared/employee';
import { ownSignatureContract } from '@servicebook/shared/own-signature';
import { countUndone, missingValues } from '@servicebook/shared/required-values';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { parseServiceActions } from '@servicebook/shared/service-action';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { SessionUser } from '@servicebook/shared/user';
import { apiOf } from '../../lib/api-client.ts';
import { hashContent } from '../../lib/read-content.ts';
import { contentOf } from './content.ts';
import { listEntries, readBytes, readOverlay } from './entries.ts';

const companyApi = apiOf(companyContract);
const customerApi = apiOf(customerContract);
const deviceApi = apiOf(deviceContract);
const categoryApi = apiOf(categoryContract);
const employeeApi = apiOf(employeeContract);
const ownSignatureApi = apiOf(ownSignatureContract);

const path = /^\/api\/service\/toSign\/(-?\d+)$/;

/** The files of a protocol that wait here too; null: others are on the server, and only it knows their hashes. */
async function attachmentsOf(owner: string, protocol: ServiceProtocol) {
  const entries = (await listEntries(owner)).filter(
    ({ group, label }) => group === `service:${protocol.id}` && label.kind === 'photo',
  );
  if (entries.length !== protocol.fileDtos.length) return null;
  const attachments: NonNullable<ProtocolToSign['snapshot']['attachments']> = [];
  for (const { seq, file, query } of entries) {
    const bytes = await readBytes(seq);
    const sha256 = bytes && (await hashBytes(bytes));
    if (!file || !sha256) return null;
    const { name: filename, type, size } = file;
    const { print } = query;
    const printed = print === 'true' && { printKey: '' };
    attachments.push({ filename, contentType: type, size, sha256, ...printed });
  }
  return attachments;
}

async function hashBytes(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns null if it is another call, or the server must be asked */
export async function toSignOf(
  asked: string,
  owner: string,
  user: SessionUser,
): Promise<ProtocolToSign | null> {
  const [, id] = path.exec(asked) ?? [];
  const found = id && (await readOverlay(owner, `/api/service/findById/${id}`));
  if (!found) return null;
  const protocol = found as ServiceProtocol;
  const [company, customer, machines, employees, attachments, own] = await Promise.all([
    companyApi.getAccount(),
    customerApi.findById({ params: { id: protocol.customer.id } }),
    Promise.all(protocol.devices.map((device) => deviceApi.findById({ params: { id: device.id } }))),
    employeeApi.findAllFlatRoles(),
    attachmentsOf(owner, protocol),
    ownSignatureApi.get().catch(() => ({ svgPath: null })),
  ]);
  if (!attachments) return null;
  const snapshot = contentOf(protocol, { company, customer, machines, people: employees, attachments });
  const categories = await Promise.all(
    machines.map(({ category }) => categoryApi.findById({ params: { id: category.id } })),
  );
  const work = machines.map(({ id: machine, name }, index) => ({
    name,
    offered: parseServiceActions(categories[index]?.serviceReviewOperationsList),
    actions: protocol.actions.filter(({ device }) => device.id === machine),
  }));
  const named = [protocol.user, ...protocol.alsoPerformedBy].map((person) => person?.id);
  // As the server proposes: who signs in, unless somebody else was named or it was signed before.
  const isOwn = protocol.version === 0 && protocol.user?.id === protocol.userCreated.id;
  const performedBy = isOwn ? user.id : (protocol.user?.id ?? user.id);
  return {
    revision: protocol.revision,
    snapshot,
    contentSha256: (await hashContent(JSON.stringify(snapshot))) ?? '',
    today: dateIn(new Date().toISOString(), company.timezone),
    performedBy,
    alsoPerformedBy: protocol.alsoPerformedBy
      .map((person) => person.id)
      .filter((each) => each !== performedBy),
    performers: employees
      .filter((employee) => employee.active || named.includes(employee.id))
      .map(({ id: each, firstName, lastName, position }) => ({ id: each, firstName, lastName, position })),
    ownSignature: own.svgPath,
    missing: protocol.version > 0 ? [] : missingValues(work),
    undone: protocol.type.includes('PERIODIC_INSPECTION') ? countUndone(work) : null,
    signers: [],
  };
}
