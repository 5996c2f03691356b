/** Gathers what a manufacturer asks for about a machine: its inspections as signed or entered, and its signed protocols. */
import { dateIn } from '@servicebook/shared/calendar';
import type { DossierPreview } from '@servicebook/shared/dossier';
import { type InspectedDevice, inspectionState } from '@servicebook/shared/inspection';
import { inspectionRecord, inspectionTotals } from '@servicebook/shared/inspection-record';
import type { Language } from '@servicebook/shared/primitives';
import { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { importsOf } from '../import/import-history.ts';
import { changeRows } from '../log/changes.service.ts';
import { findPastServices } from '../past-service/past-service.service.ts';
import { signedFor } from '../service/signed-for.ts';
import { companyFacts, customerFacts, machineFacts } from '../service-book/machine-facts.ts';
import type { Dossier, EnclosedProtocol, ProvenInspection } from './dossier.pdf.ts';

interface Account {
  accountId: number;
}

const readDevice = (deps: Deps, of: Account, deviceId: number) =>
  deps.db.of(of).device.findUnique({
    where: rowKey(of, deviceId),
    include: {
      category: true,
      customer: true,
      account: { include: { logoFile: { select: { key: true } } } },
    },
  });

/** A signed protocol of the machine. What it says comes from the snapshot: that is what was signed. */
export interface SignedProtocol extends Omit<EnclosedProtocol, 'file'> {
  serviceId: number;
  versionId: number;
  isInspection: boolean;
  /** It was signed for another customer than the machine's. */
  isOtherCustomers: boolean;
  snapshot: ProtocolSnapshot;
  /** The machine as the protocol names it; undefined: it is not in it. */
  machine: ProtocolSnapshot['machines'][number] | undefined;
}

/** Oldest first. Withdrawn ones and those that are open again count for nothing. */
async function readProtocols(
  deps: Deps,
  of: Account,
  device: { id: number; customerId: number },
): Promise<SignedProtocol[]> {
  const services = await deps.db.of(of).service.findMany({
    where: {
      state: 'SIGNED',
      withdrawnAt: null,
      devices: { some: { accountId: of.accountId, deviceId: device.id } },
    },
    select: {
      id: true,
      customerId: true,
      versions: {
        orderBy: { version: 'desc' },
        take: 1,
        select: { id: true, version: true, snapshot: true, returnedAs: true },
      },
    },
    orderBy: [{ date: 'asc' }, { id: 'asc' }],
  });
  return services.map(({ id: serviceId, customerId, versions: [version] }) => {
    if (!version) throw new Error(`Signed protocol ${serviceId} without a version`);
    const snapshot = ProtocolSnapshot.parse(JSON.parse(version.snapshot));
    const at = signedFor(version).machines.indexOf(device.id);
    return {
      serviceId,
      versionId: version.id,
      version: version.version,
      number: snapshot.documentNumber,
      date: snapshot.date,
      types: snapshot.types,
      isInspection: snapshot.types.includes('PERIODIC_INSPECTION'),
      isOtherCustomers: customerId !== device.customerId,
      snapshot,
      machine: snapshot.machines[at],
    };
  });
}

const dayOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null;

/** Everything the dossier is made of. @throws AppError NOT_FOUND when the machine is not the account's */
export async function gatherDossier(
  deps: Deps,
  of: Account,
  { id, withOtherCustomers }: { id: number; withOtherCustomers: boolean },
) {
  const device = await readDevice(deps, of, id);
  if (!device) throw new AppError('NOT_FOUND');
  const { timezone } = device.account;
  const dayIn = (instant: string) => dateIn(instant, timezone);
  const madeAt = deps.clock().toISOString();
  const today = dayIn(madeAt);
  const [protocols, past] = await Promise.all([
    readProtocols(deps, of, device),
    findPastServices(deps, of, { deviceId: id, types: { has: 'PERIODIC_INSPECTION' } }),
  ]);
  const enclosed = protocols.filter(({ isOtherCustomers }) => withOtherCustomers || !isOtherCustomers);
  const done: ProvenInspection[] = [
    // Of several on one day the last protocol counts: it may name a period.
    ...protocols
      .filter(({ isInspection }) => isInspection)
      .toReversed()
      .map((protocol) => ({
        date: protocol.date,
        period: protocol.snapshot.period,
        proof: proofOf(protocol, device.serialNumber, dayIn, enclosed.includes(protocol)),
      })),
    ...past.map(({ date, number, performedBy: by, createdAt }) => ({
      date,
      period: null,
      isPast: true,
      proof: { source: 'ENTERED' as const, number, by, enteredOn: dayIn(createdAt) },
    })),
  ];
  const inspected: InspectedDevice = {
    transferDate: dayOf(device.transferDate),
    warrantyLength: device.warrantyLength,
    inspectionPeriodInMonths: device.inspectionPeriodInMonths,
    statedInspectionDate: dayOf(device.statedInspectionDate),
    inspectionStatedOn: dayOf(device.inspectionStatedOn),
    // Nothing is due for an archived machine.
    isPeriodicInspectionEnabled: device.isPeriodicInspectionEnabled && !device.archivedAt,
  };
  const record = inspectionRecord(inspected, done, today);
  const totals = inspectionTotals(record, today);
  const inspection = inspectionState(inspected, done, today);
  return { device, timezone, madeAt, today, protocols, enclosed, past, record, totals, inspection };
}
export type Gathered = Awaited<ReturnType<typeof gatherDossier>>;

function proofOf(
  { number, version, snapshot, machine }: SignedProtocol,
  serialNumber: string,
  dayIn: (instant: string) => string,
  isEnclosed: boolean,
): ProvenInspection['proof'] {
  const { signature, company } = snapshot;
  const named = machine?.serialNumber ?? '';
  return {
    source: 'PROTOCOL',
    number,
    version,
    signedOn: signature ? dayIn(signature.signedAt) : snapshot.date,
    isOnPaper: signature?.kind === 'PAPER',
    by: company.name,
    result: machine?.result ?? null,
    otherSerialNumber: named === serialNumber ? null : named,
    isEnclosed,
  };
}

/** What a dossier would hold now, and what should be filled in first. */
export async function previewDossier(deps: Deps, of: Account, id: number): Promise<DossierPreview> {
  const { device, protocols, past, totals } = await gatherDossier(deps, of, {
    id,
    withOtherCustomers: false,
  });
  const { required, onTime, late, missing } = totals;
  const inspections = protocols.filter(({ isInspection }) => isInspection).length;
  const gaps = {
    TRANSFER_DATE: !device.transferDate,
    WARRANTY_LENGTH: !device.warrantyLength,
    INTERVAL: !device.inspectionPeriodInMonths,
    INSPECTIONS_OFF: !device.isPeriodicInspectionEnabled,
    MANUFACTURER: !device.manufacturer,
    MODEL: !device.model,
    SERIAL_NUMBER: !device.serialNumber,
    YEAR_BUILT: !device.yearBuilt,
  };
  return {
    language: (device.customer.language ?? device.account.language) as Language,
    gaps: (Object.keys(gaps) as (keyof typeof gaps)[]).filter((gap) => gaps[gap]),
    totals: { required, onTime, late, missing },
    inspections,
    past: past.length,
    others: protocols.length - inspections,
    ofOtherCustomers: protocols.filter(({ isOtherCustomers }) => isOtherCustomers).length,
  };
}

/** The document's content. @param enclosed what really lies in the archive */
export async function dossierOf(
  deps: Deps,
  of: Account,
  gathered: Gathered,
  { language, enclosed }: { language: Language; enclosed: EnclosedProtocol[] },
): Promise<Dossier> {
  const { device, timezone, madeAt, today, protocols, record, totals, inspection } = gathered;
  const { account, customer } = device;
  const lost = new Set(enclosed.filter(({ file }) => !file).map(({ number }) => number));
  return {
    ...{ language, timezone, madeAt, today },
    company: companyFacts(account),
    machine: {
      ...machineFacts(device),
      inspectionPeriodInMonths: device.inspectionPeriodInMonths,
      archivedOn: device.archivedAt && dateIn(device.archivedAt.toISOString(), timezone),
    },
    customer: customerFacts(customer),
    inspection,
    warrantyEnd: record.warrantyEnd,
    rows: record.rows.map((row) => {
      if (row.done?.proof.source !== 'PROTOCOL' || !lost.has(row.done.proof.number)) return row;
      return { ...row, done: { ...row.done, proof: { ...row.done.proof, isEnclosed: false } } };
    }),
    totals,
    changes: await readChanges(deps, of, device.id, timezone),
    enclosed,
    leftOut: protocols.length - gathered.enclosed.length,
  };
}

/** From these the dates follow, and by the serial number a manufacturer knows its machine. */
const telling = new Set([
  'transferDate',
  'warrantyLength',
  'isPeriodicInspectionEnabled',
  'inspectionPeriodInMonths',
  'statedInspectionDate',
  'serialNumber',
]);

async function readChanges(
  deps: Deps,
  of: Account,
  deviceId: number,
  timezone: string,
): Promise<Dossier['changes']> {
  const [rows, imports] = await Promise.all([
    deps.db.of(of).auditLog.findMany({
      where: { entity: 'device', entityId: deviceId, kind: 'CHANGED' },
      orderBy: { id: 'asc' },
      select: { timestamp: true, changes: true },
    }),
    importsOf(deps, of, 'machine', deviceId),
  ]);
  const logged = rows
    .map(({ timestamp, changes }) => ({
      at: timestamp.toISOString(),
      fields: changeRows(changes).filter(({ field }) => telling.has(field)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const imported = imports.filter(({ isCreated }) => !isCreated).map(({ at }) => ({ at, fields: [] }));
  return [...logged, ...imported]
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ at, fields }) => ({ day: dateIn(at, timezone), fields }));
}
