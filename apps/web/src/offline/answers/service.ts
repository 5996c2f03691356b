import { dateIn, startOfDay } from '@servicebook/shared/calendar';
import { searchOfText } from '@servicebook/shared/fold-text';
import { type Incident, incidentContract } from '@servicebook/shared/incident';
import { noteContract } from '@servicebook/shared/note';
import { partContract } from '@servicebook/shared/part';
import {
  type PastService,
  pastServiceContract,
  type ServiceHistoryRow,
} from '@servicebook/shared/past-service';
import { documentNumber, type ServiceProtocol, serviceContract } from '@servicebook/shared/service';
import { type ServiceSearch, serviceOverviewContract } from '@servicebook/shared/service-overview';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import { contains, everyWord, isOneOf, type Key, pageOf, searchColumn, sorted } from './matching.ts';
import { answered, ownOf, type StoredRecords } from './stored-records.ts';
import { storedToSign } from './to-sign.ts';

/** What a protocol is found by. */
export async function protocolMatcher(
  records: StoredRecords,
  text: string,
): Promise<(protocol: ServiceProtocol) => boolean> {
  if (text === '') return () => true;
  const [machines, customers] = await Promise.all([records.byId('machines'), records.byId('customers')]);
  return (protocol) => {
    const { number, numberExtension, month, year, customer, user, alsoPerformedBy, devices } = protocol;
    const own = devices.map(({ id }) => machines.get(id));
    const letters = `${number}${numberExtension}`;
    const column = searchColumn(
      [
        protocol.faultDescription,
        protocol.remarks,
        protocol.recommendations,
        ...[user, ...alsoPerformedBy].flatMap((person) => [person?.firstName, person?.lastName]),
        ...own.map((machine) => machine?.city),
        ...protocol.actions.map(({ name }) => name),
        ...protocol.partsUsed.map(({ name }) => name),
      ],
      [
        documentNumber(protocol),
        [letters, month, year].join('/'),
        customer.shortName,
        customer.fullName,
        customers.get(customer.id)?.city,
        ...devices.map(({ name }) => name),
        ...own.map((machine) => machine && [machine.manufacturer, machine.model].join(' ')),
        ...devices.map(({ serialNumber }) => serialNumber),
        ...protocol.partsUsed.map((part) => part.number),
      ],
    );
    return everyWord(text, (word) => column.includes(word));
  };
}

const isInState = ({ state, withdrawn, signRequest }: ServiceProtocol, states: ServiceSearch['states']) =>
  states.length === 0 ||
  states.some((asked) => {
    if (asked === 'WITHDRAWN') return withdrawn !== null;
    if (asked === 'SENT') return state === 'NEW' && signRequest !== null;
    return state === asked && withdrawn === null;
  });

/** Whether somebody is named on it, as the main performer or with others. */
const isBy = ({ user, alsoPerformedBy }: ServiceProtocol, userId: number) =>
  user?.id === userId || alsoPerformedBy.some(({ id }) => id === userId);

function keyOf(protocol: ServiceProtocol, by: NonNullable<ServiceSearch['sort']>['by']): Key {
  const { customer, user } = protocol;
  if (by === 'customer') return customer.shortName;
  if (by === 'user') return user && `${user.lastName} ${user.firstName}`;
  if (by === 'fullNumber') return protocol.year;
  return protocol[by];
}

/** After the year. */
const numberKeys = [
  ({ month }: ServiceProtocol) => month,
  ({ number }: ServiceProtocol) => number,
  ({ numberExtension }: ServiceProtocol) => numberExtension,
];

const ofDevice = (deviceId: number) => (row: { device: { id: number } }) => row.device.id === deviceId;
const onDevice = (deviceId: number) => (protocol: ServiceProtocol) =>
  protocol.devices.some(({ id }) => id === deviceId);

const asEvent = (protocol: ServiceProtocol, deviceId: number): Incident => ({
  id: protocol.id,
  idWithAlias: `S${protocol.id}`,
  date: protocol.date,
  text: protocol.faultDescription,
  device: { id: deviceId },
  service: {
    id: protocol.id,
    number: documentNumber(protocol),
    type: protocol.type,
    state: protocol.state,
    withdrawn: protocol.withdrawn !== null,
  },
  user: protocol.user ?? { id: 0, firstName: '', lastName: '' },
  alsoPerformedBy: protocol.alsoPerformedBy,
});

const byAge =
  <Row>(of: (row: Row) => string) =>
  (one: Row, other: Row) =>
    of(other).localeCompare(of(one));

interface Placed extends ServiceHistoryRow {
  id: number;
  isPast: boolean;
  at: string;
}

const monthOf = ({ protocol, past }: Placed): Key =>
  protocol ? protocol.month : Number(past?.date.slice(5, 7));

function historyKeys(by: 'date' | 'number' | 'state'): [(row: Placed) => Key, ...((row: Placed) => Key)[]] {
  const last = ({ isPast }: Placed) => isPast;
  if (by === 'date') return [({ at }) => at, last];
  if (by === 'state') return [last, ({ protocol }) => protocol?.state, last];
  return [
    ({ protocol, past }) => (protocol ? protocol.year : Number(past?.date.slice(0, 4))),
    monthOf,
    ({ isPast }) => !isPast,
    ({ protocol }) => protocol?.number ?? 0,
    ({ protocol }) => protocol?.numberExtension ?? '',
    ({ past }) => past?.number ?? '',
    last,
  ];
}

/** Of most machines, the phone has the newest protocol, notes, events and parts only. */
export const serviceAnswers = [
  answered(serviceSigningContract.toSign, ({ params }, records) => storedToSign(params.id, records)),
  answered(serviceContract.findById, async ({ params }, records) =>
    (await records.byId('protocols')).get(params.id),
  ),
  answered(serviceOverviewContract.search, async ({ body }, records) => {
    const { ids, deviceId, customerId, userId, states, types, paymentTypes, invoiced, dateFrom, dateTo } =
      body;
    // Invoices are the office's.
    if (typeof invoiced === 'boolean') return undefined;
    const matches = await protocolMatcher(records, body.text);
    const found = (await records.all('protocols')).filter((protocol) => {
      const day = dateIn(protocol.date, records.timezone);
      return (
        (!ids || ids.includes(protocol.id)) &&
        (!deviceId || onDevice(deviceId)(protocol)) &&
        (!customerId || protocol.customer.id === customerId) &&
        (!userId || isBy(protocol, userId)) &&
        isInState(protocol, states) &&
        (types.length === 0 || types.some((type) => protocol.type.includes(type))) &&
        isOneOf(paymentTypes, protocol.paymentType) &&
        (!dateFrom || day >= dateFrom) &&
        (!dateTo || day <= dateTo) &&
        matches(protocol)
      );
    });
    const { by, direction } = body.sort ?? ({ by: 'fullNumber', direction: 'desc' } as const);
    const key = {
      of: (protocol: ServiceProtocol) => keyOf(protocol, by),
      named: by === 'customer' || by === 'user',
    };
    const then = by === 'fullNumber' ? numberKeys : [];
    return pageOf(sorted(found, key, direction, records.language, then), body);
  }),
  answered(pastServiceContract.history, async ({ body }, records) => {
    const { deviceId, text, sort = { by: 'date', direction: 'desc' } as const } = body;
    const own = await ownOf(records);
    if (!own || !(await records.byId('machines')).has(deviceId)) return undefined;
    const matches = await protocolMatcher(records, text);
    const protocols = (await records.all('protocols')).filter(
      (protocol) => onDevice(deviceId)(protocol) && matches(protocol),
    );
    const pasts = (await records.all('pastServices')).filter(
      (past) =>
        ofDevice(deviceId)(past) &&
        contains([past.number, past.performedBy, past.description].join('\n'), text),
    );
    const { timezone } = own.company;
    const startOf = ({ date }: PastService) => new Date(startOfDay(date, timezone)).toISOString();
    const rows: Placed[] = [
      ...protocols.map((protocol) => ({
        ...{ id: protocol.id, isPast: false, at: protocol.date, protocol, past: null },
      })),
      ...pasts.map((past) => ({ ...{ id: past.id, isPast: true, at: startOf(past), protocol: null, past } })),
    ];
    const [first, ...then] = historyKeys(sort.by);
    const page = pageOf(sorted(rows, { of: first }, sort.direction, records.language, then), body);
    return { ...page, content: page.content.map(({ protocol, past }) => ({ protocol, past })) };
  }),
  answered(pastServiceContract.findByDevice, async ({ params: { deviceId } }, records) => {
    if (!(await records.byId('machines')).has(deviceId)) return undefined;
    const own = (await records.all('pastServices')).filter(ofDevice(deviceId));
    return own.toSorted((one, other) => other.date.localeCompare(one.date) || other.id - one.id);
  }),
  answered(noteContract.findByDevice, async ({ params: { deviceId } }, records) => {
    if (!(await records.byId('machines')).has(deviceId)) return undefined;
    const own = (await records.all('notes')).filter(ofDevice(deviceId));
    return own.toSorted((one, other) => other.id - one.id);
  }),
  answered(partContract.findByDevice, async ({ params: { deviceId } }, records) => {
    if (!(await records.byId('machines')).has(deviceId)) return undefined;
    const own = (await records.all('parts')).filter(ofDevice(deviceId));
    return own.toSorted((one, other) => other.id - one.id);
  }),
  answered(incidentContract.findByParameters, async ({ query }, records) => {
    const { deviceId, text, showService, dateFrom, dateTo } = query;
    if (!(await records.byId('machines')).has(deviceId)) return undefined;
    const events = (await records.all('events')).filter(ofDevice(deviceId));
    const protocols = showService ? (await records.all('protocols')).filter(onDevice(deviceId)) : [];
    const isFound = searchOfText(text);
    const from = dateFrom && startOfDay(dateFrom, records.timezone);
    const until = dateTo && startOfDay(dateTo, records.timezone, 1);
    return [...events, ...protocols.map((protocol) => asEvent(protocol, deviceId))]
      .filter(
        ({ date, ...row }) =>
          isFound(`${row.text} ${row.service?.number ?? ''}`) &&
          (!from || Date.parse(date) >= Date.parse(from)) &&
          (!until || Date.parse(date) < Date.parse(until)),
      )
      .toSorted(
        (one, other) =>
          byAge<Incident>(({ date }) => date)(one, other) ||
          byAge<Incident>(({ idWithAlias }) => idWithAlias)(one, other),
      );
  }),
];
