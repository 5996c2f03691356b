/** The content of a protocol from what is stored on the phone: what its signature will freeze. */
import { addressLineFrom } from '@servicebook/i18n/names.ts';
import { addMonths, dateIn } from '@servicebook/shared/calendar';
import type { Account } from '@servicebook/shared/company';
import type { Customer } from '@servicebook/shared/customer';
import type { Device } from '@servicebook/shared/device';
import {
  companyInSnapshot,
  customerInSnapshot,
  machineInSnapshot,
  type ProtocolSnapshot,
  protocolSnapshotVersion,
} from '@servicebook/shared/protocol-snapshot';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';

export interface StoredFacts {
  company: Account;
  logoKey: string | null;
  customer: Customer;
  /** Those of the protocol. */
  machines: readonly Device[];
  /** At least those who did the work. */
  people: readonly { id: number; firstName: string; lastName: string; position: string }[];
  attachments: NonNullable<ProtocolSnapshot['attachments']>;
}

/** The same as the server's `takeSnapshot` for the same records. */
export function contentOf(
  protocol: ServiceProtocol,
  { company, logoKey, customer, machines, people, attachments }: StoredFacts,
): ProtocolSnapshot {
  const date = dateIn(protocol.date, company.timezone);
  const language = customer.language || company.language;
  const home = customer.country || company.country;
  const personOf = (of: { id: number; firstName: string; lastName: string } | null) => ({
    firstName: of?.firstName ?? '',
    lastName: of?.lastName ?? '',
    position: people.find(({ id }) => id === of?.id)?.position || null,
  });
  const period = protocol.period > 0 ? protocol.period : null;
  return {
    schemaVersion: protocolSnapshotVersion,
    documentNumber: documentNumber(protocol),
    timezone: company.timezone,
    date,
    language,
    state: protocol.state,
    version: protocol.version,
    company: companyInSnapshot(company, logoKey),
    customer: customerInSnapshot(customer),
    machines: protocol.devices.flatMap(({ id }) => {
      const device = machines.find((machine) => machine.id === id);
      if (!device) return [];
      return {
        ...machineInSnapshot(device),
        address: addressLineFrom(device, home, language),
        actions: protocol.actions
          .filter((action) => action.device.id === id)
          .map(({ name, quantity, fields }) => ({ name, quantity, fields })),
        result: protocol.results.find((each) => each.device.id === id)?.result ?? null,
      };
    }),
    types: protocol.type,
    paymentType: protocol.paymentType,
    faultDescription: protocol.faultDescription || null,
    period,
    nextInspection: period === null ? null : addMonths(date, period),
    technician: personOf(protocol.user),
    alsoPerformedBy: protocol.alsoPerformedBy.map(personOf),
    remarks: protocol.remarks || null,
    recommendations: protocol.recommendations || null,
    workMinutes: protocol.workMinutes,
    travelMinutes: protocol.travelMinutes,
    kilometres: protocol.kilometres,
    partsUsed: protocol.partsUsed.map(({ device, ...part }) => ({ machine: device?.id ?? null, ...part })),
    ownSignature: null,
    attachments,
    signature: null,
  };
}
