import { dateIn } from '@servicebook/shared/calendar';
import {
  noPeriod,
  type ProtocolNumber,
  type ServiceInput,
  type ServiceProtocol,
} from '@servicebook/shared/service';
import { nextRevisionHere } from '../../lib/unsent.ts';

interface Person {
  id: number;
  firstName: string;
  lastName: string;
}

export const personOf = ({ id, firstName, lastName }: Person): Person => ({ id, firstName, lastName });

interface Facts {
  customer: ServiceProtocol['customer'];
  devices: ServiceProtocol['devices'];
  people: readonly Person[];
  before: ServiceProtocol | null;
  author: Person;
  /** The company's. */
  timezone: string;
}

/**
 * The number of a stored protocol on a day, as the server will give it: of one that was never signed, it follows into
 * another month, and only the server knows the next one there. `fullNumber` stays: the lists have it.
 */
export function numberOn(
  day: string,
  before: ServiceProtocol,
  given: ProtocolNumber = before,
): Pick<ServiceProtocol, 'number' | 'numberExtension' | 'month' | 'year'> {
  const { number, numberExtension, month, year, version } = before;
  if (version > 0) return { number, numberExtension, month, year };
  const to = { month: Number(day.slice(5, 7)), year: Number(day.slice(0, 4)) };
  const isGiven =
    given.number !== 0 && (given.number !== number || given.numberExtension !== numberExtension);
  if (isGiven) return { ...to, number: given.number, numberExtension: given.numberExtension };
  const stays = to.month === month && to.year === year;
  return { ...to, number: stays ? number : 0, numberExtension: stays ? numberExtension : '' };
}

/** What a protocol is once the server has stored it, except for what only the server gives: its number. */
export function writtenProtocol(
  id: number,
  input: ServiceInput,
  { customer, devices, people, before, author, timezone }: Facts,
): ServiceProtocol {
  const find = (asked: number | undefined) => people.find((person) => person.id === asked);
  const date = new Date(input.date).toISOString();
  const day = dateIn(date, timezone);
  const asBefore = <Value>(given: Value | undefined, stored: Value | undefined, otherwise: Value): Value =>
    given === undefined ? (stored ?? otherwise) : given;
  return {
    id,
    date,
    ...(before
      ? numberOn(day, before, input)
      : {
          number: input.number,
          numberExtension: input.numberExtension,
          month: Number(day.slice(5, 7)),
          year: Number(day.slice(0, 4)),
        }),
    fullNumber: before?.fullNumber ?? '',
    devices: devices.map(({ id: machine, name, serialNumber }) => ({ id: machine, name, serialNumber })),
    type: input.type,
    paymentType: input.paymentType,
    faultDescription: input.faultDescription,
    period: input.period ?? noPeriod,
    user: personOf(find(input.performedBy?.id) ?? author),
    alsoPerformedBy: (input.alsoPerformedBy ?? []).flatMap((other) => find(other.id) ?? []).map(personOf),
    userCreated: before?.userCreated ?? personOf(author),
    state: 'NEW',
    fileDtos: before?.fileDtos ?? [],
    customer: { id: customer.id, shortName: customer.shortName, fullName: customer.fullName },
    isToSign: input.isToSign,
    actions: input.actions,
    remarks: asBefore(input.remarks, before?.remarks, ''),
    recommendations: asBefore(input.recommendations, before?.recommendations, ''),
    workMinutes: asBefore(input.workMinutes, before?.workMinutes, null),
    travelMinutes: asBefore(input.travelMinutes, before?.travelMinutes, null),
    kilometres: asBefore(input.kilometres, before?.kilometres, null),
    results: asBefore(
      input.results?.map((each) => ({ ...each, statusAfter: each.result && each.statusAfter })),
      before?.results,
      [],
    ),
    partsUsed: asBefore(input.partsUsed, before?.partsUsed, []),
    version: before?.version ?? 0,
    signature: null,
    signRequest: null,
    withdrawn: null,
    revision: before ? nextRevisionHere(before.revision) : 1,
    todo: input.todo ? { id: before?.todo?.id ?? 0, ...input.todo } : (before?.todo ?? null),
    visitId: input.visitId ?? before?.visitId ?? null,
  };
}

/** What is sent to write a new protocol like another one, unsigned and without its number. */
export const copyOf = (of: ServiceProtocol) => ({
  id: null,
  date: of.date,
  type: of.type,
  paymentType: of.paymentType,
  customer: { id: of.customer.id },
  ...(of.user && { performedBy: { id: of.user.id } }),
  alsoPerformedBy: of.alsoPerformedBy.map(({ id }) => ({ id })),
  faultDescription: of.faultDescription,
  period: of.period,
  devices: of.devices.map(({ id }) => ({ id })),
  actions: of.actions,
  remarks: of.remarks,
  recommendations: of.recommendations,
  workMinutes: of.workMinutes,
  travelMinutes: of.travelMinutes,
  kilometres: of.kilometres,
  results: of.results,
  partsUsed: of.partsUsed,
  visitId: of.visitId,
});
