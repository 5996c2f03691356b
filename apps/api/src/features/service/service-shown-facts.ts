/** What a protocol shows in the same words on paper and on the page of a link. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Fact } from '../../platform/pdf/flow.ts';
import type { Wording } from './service-pdf-texts.ts';

interface Shown {
  snapshot: ProtocolSnapshot;
  wording: Wording;
}

/** Working and travelling time, and the way. */
export function effortOf({ snapshot, wording }: Shown): Fact[] {
  const { texts, fill } = wording;
  const { workMinutes, travelMinutes, kilometres, alsoPerformedBy = [], schemaVersion } = snapshot;
  // Documents signed earlier do not change.
  const together = schemaVersion >= 8 && alsoPerformedBy.length > 0;
  const facts: Fact[] = [];
  const hours = (label: string, minutes: number | null | undefined) => {
    if (!minutes) return;
    const value = wording.hours(minutes);
    facts.push({ label, value: together ? fill(texts.together, { hours: value }) : value });
  };
  hours(texts.workTime, workMinutes);
  hours(texts.travelTime, travelMinutes);
  if (kilometres)
    facts.push({
      label: texts.distance,
      value: fill(texts.kilometres, { number: wording.number(kilometres) }),
    });
  return facts;
}

/** What tells a machine from others: its make, serial number, year, category and address. */
export function detailOf(
  { wording }: Pick<Shown, 'wording'>,
  machine: ProtocolSnapshot['machines'][number],
): string {
  const serial =
    machine.serialNumber && wording.fill(wording.texts.serialNumber, { number: machine.serialNumber });
  const make = joinPresent([machine.manufacturer, machine.model], ' ');
  const year =
    machine.yearBuilt && wording.fill(wording.texts.yearBuilt, { year: String(machine.yearBuilt) });
  return joinPresent([make, serial, year, machine.category, machine.address], '  ·  ');
}
