/** What is read before a signature, from stored records: what the server would answer. */

import { dateIn } from '@servicebook/shared/calendar';
import { canonicalText } from '@servicebook/shared/canonical-text';
import { countUndone, missingValues } from '@servicebook/shared/required-values';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { parseServiceActions } from '@servicebook/shared/service-action';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import { hashBytes } from '../../lib/read-content.ts';
import { contentOf, type StoredFacts } from '../outbox/content.ts';
import { sorted } from './matching.ts';
import { ownOf, type StoredRecords } from './stored-records.ts';

/** @returns undefined if a record that it names is not on the phone */
async function toSignFrom(
  protocol: ServiceProtocol,
  records: StoredRecords,
  attachments: StoredFacts['attachments'],
): Promise<ProtocolToSign | undefined> {
  const { version, user, userCreated } = protocol;
  const [own, customers, known, categories, employees, signers] = await Promise.all([
    ownOf(records),
    records.byId('customers'),
    records.byId('machines'),
    records.byId('categories'),
    records.all('employees'),
    records.byId('signers'),
  ]);
  const customer = customers.get(protocol.customer.id);
  const machines = protocol.devices.flatMap(({ id }) => known.get(id) ?? []);
  if (!own || !customer || machines.length < protocol.devices.length) return undefined;
  const { company, logoKey } = own;
  const facts = { company, logoKey, customer, machines, people: employees, attachments };
  const snapshot = contentOf(protocol, facts);
  const work = machines.map(({ id, name, category }) => ({
    name,
    offered: parseServiceActions(categories.get(category.id)?.serviceReviewOperationsList),
    actions: protocol.actions.filter(({ device }) => device.id === id),
  }));
  // As the server proposes: who signs in, unless somebody else was named or it was signed before.
  const isOwn = version === 0 && user?.id === userCreated.id;
  const performedBy = isOwn ? records.userId : (user?.id ?? records.userId);
  const others = protocol.alsoPerformedBy.map(({ id }) => id);
  const byName = {
    of: (person: (typeof employees)[number]) => `${person.lastName} ${person.firstName}`,
    named: true,
  };
  return {
    revision: protocol.revision,
    snapshot,
    contentSha256: (await hashBytes(new TextEncoder().encode(canonicalText(snapshot)))) ?? '',
    today: dateIn(records.now, company.timezone),
    performedBy,
    alsoPerformedBy: others.filter((id) => id !== performedBy),
    performers: sorted(employees, byName, 'asc', records.language)
      .filter(({ id, active }) => active || id === user?.id || others.includes(id))
      .map(({ id, firstName, lastName, position }) => ({ id, firstName, lastName, position })),
    ownSignature: own.ownSignature,
    missing: version > 0 ? [] : missingValues(work),
    undone: protocol.type.includes('PERIODIC_INSPECTION') ? countUndone(work) : null,
    signers: signers.get(customer.id)?.signers ?? [],
  };
}

/** Of a protocol that is as the server has it. Undefined: it is not on the phone, or its files are not. */
export async function storedToSign(id: number, records: StoredRecords): Promise<ProtocolToSign | undefined> {
  const protocol = (await records.byId('protocols')).get(id);
  if (!protocol || protocol.withdrawn) return undefined;
  const attachments = (await records.byId('attachments')).get(id)?.attachments ?? [];
  const isSame = protocol.fileDtos.every(
    ({ sha256 }, at) => (attachments[at]?.sentSha256 ?? attachments[at]?.sha256) === sha256,
  );
  if (isSame && attachments.length === protocol.fileDtos.length)
    return toSignFrom(protocol, records, attachments);
  // Of signed ones, the names are not on the phone. Others were saved after it was refreshed.
  return protocol.state === 'SIGNED' ? undefined : toSignHere(protocol, records);
}

const readHere = new Set<string>();

/** Whether a content was made by this phone: the server would make another hash of it, with numbers and keys of its own. */
export const wasReadHere = (contentSha256: unknown): boolean =>
  typeof contentSha256 === 'string' && readHere.has(contentSha256);

/** Of a protocol with the files that it lists itself. Undefined: this browser cannot hash, or a record is missing. */
export async function toSignHere(
  protocol: ServiceProtocol,
  records: StoredRecords,
): Promise<ProtocolToSign | undefined> {
  if (protocol.fileDtos.some(({ sha256 }) => !sha256)) return undefined;
  const attachments = protocol.fileDtos.map(({ filename, contentType, size, sha256, key, print }) => ({
    ...{ filename, contentType, size, sha256 },
    ...(print && { printKey: key }),
  }));
  const read = await toSignFrom(protocol, records, attachments);
  if (read) readHere.add(read.contentSha256);
  return read;
}
