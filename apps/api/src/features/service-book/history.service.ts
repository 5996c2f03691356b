/** A machine's history in order of time, for its service book. */

import { formatPeople } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { startOfDay } from '@servicebook/shared/calendar';
import { documentNumber } from '@servicebook/shared/service';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import type { Deps } from '../../deps.ts';
import type { Reader } from '../../platform/ctx.ts';
import { requireDevice } from '../device/device.service.ts';
import { importsOf } from '../import/import-history.ts';
import { changeRows, namesOf } from '../log/changes.service.ts';
import { findPastServices } from '../past-service/past-service.service.ts';
import { performers, person } from '../service/performers.ts';

const whoOf = (user: { firstName: string; lastName: string } | null): string => (user ? nameOf(user) : '');

const plain = { changes: [], service: null, day: null, past: null };

/** Newest first. */
export async function readHistory(deps: Deps, ctx: Reader, deviceId: number): Promise<HistoryEntry[]> {
  await requireDevice(deps, ctx, deviceId);
  const db = deps.db.of(ctx);
  const [events, services, pasts, notes, files, parts, changes, imports, { timezone }] = await Promise.all([
    db.incident.findMany({ where: { deviceId, serviceId: null }, include: { user: person } }),
    db.service.findMany({
      where: { devices: { some: { accountId: ctx.accountId, deviceId } } },
      include: performers,
    }),
    findPastServices(deps, ctx, { deviceId }),
    db.deviceNote.findMany({ where: { deviceId }, include: { userUpdated: person } }),
    db.storedFile.findMany({
      where: { deviceId, kind: { in: ['MACHINE_FILE', 'MACHINE_NAMEPLATE'] } },
      include: { userCreated: person },
    }),
    db.part.findMany({ where: { deviceId }, include: { userCreated: person } }),
    db.auditLog.findMany({
      where: { entity: 'device', entityId: deviceId, kind: { in: ['CREATED', 'CHANGED'] } },
    }),
    importsOf(deps, ctx, 'machine', deviceId),
    db.account.findUniqueOrThrow({ where: { id: ctx.accountId }, select: { timezone: true } }),
  ]);
  const writerOf = await namesOf(db, changes);
  const entries: HistoryEntry[] = [
    ...events.map((row) => ({
      ...plain,
      key: `event-${row.id}`,
      kind: 'EVENT' as const,
      at: row.date.toISOString(),
      text: row.text,
      who: whoOf(row.user),
    })),
    ...services.map((row) => ({
      ...plain,
      key: `service-${row.id}`,
      kind: 'SERVICE' as const,
      at: row.date.toISOString(),
      text: row.faultDescription,
      who: formatPeople([row.user, ...row.alsoPerformedBy.map(({ user }) => user)], ctx.language),
      service: {
        id: row.id,
        number: documentNumber(row),
        signed: row.state === 'SIGNED',
        withdrawn: row.withdrawnAt !== null,
      },
    })),
    ...pasts.map((row) => ({
      ...plain,
      key: `past-${row.id}`,
      kind: 'PAST_SERVICE' as const,
      at: new Date(startOfDay(row.date, timezone)).toISOString(),
      day: row.date,
      text: row.description,
      who: row.performedBy,
      past: { id: row.id, types: row.types, number: row.number },
    })),
    ...notes.map((row) => ({
      ...plain,
      key: `note-${row.id}`,
      kind: 'NOTE' as const,
      at: row.updatedAt.toISOString(),
      text: row.text,
      who: whoOf(row.userUpdated),
    })),
    ...files.map((row) => ({
      ...plain,
      key: `file-${row.id}`,
      kind: row.kind === 'MACHINE_NAMEPLATE' ? ('NAMEPLATE' as const) : ('FILE' as const),
      at: row.createdAt.toISOString(),
      text: joinPresent([row.filename, row.description], ' – '),
      who: whoOf(row.userCreated),
    })),
    ...parts.map((row) => ({
      ...plain,
      key: `part-${row.id}`,
      kind: 'PART' as const,
      at: row.createdAt.toISOString(),
      text: joinPresent([row.name, row.serialNumber]),
      who: whoOf(row.userCreated),
    })),
    ...changes.map((row) => ({
      ...plain,
      key: `change-${row.id}`,
      kind: row.kind === 'CREATED' ? ('CREATED' as const) : ('CHANGE' as const),
      at: row.timestamp.toISOString(),
      text: row.what,
      who: writerOf(row),
      changes: changeRows(row.changes),
    })),
    ...imports.map(({ id, at, who, filename, isCreated }) => ({
      ...plain,
      key: `import-${id}`,
      kind: isCreated ? ('IMPORTED' as const) : ('IMPORT_CHANGED' as const),
      ...{ at, who, text: filename },
    })),
  ];
  return entries.sort((a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key));
}
