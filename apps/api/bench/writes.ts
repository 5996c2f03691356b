/** The calls that write, each with its twin on the floor. */
import { randomBytes } from 'node:crypto';
import type { Company, Machine } from './company.ts';
import type { writes as floorWrites } from './floor-writes.ts';
import { type Call, form } from './measure.ts';

export const password = 'a bench, no secret';

export interface WriteCalls {
  title: string;
  /** A call of the application; its address is a path. Each has another number. */
  ours(count: number): Call;
  floor(count: number): { name: keyof typeof floorWrites; body: object | string; query?: string };
  /** Documents are drawn after the answer. */
  draws?: boolean;
}

export const writeConcurrency = [1, 4, 16];

const inputOf = (machine: Omit<Machine, 'id'>) => ({
  name: machine.name,
  status: machine.status,
  category: { id: machine.category_id },
  customer: { id: machine.customer_id },
  ownNumber: machine.own_number,
  manufacturer: machine.manufacturer,
  model: machine.model,
  serialNumber: machine.serial_number,
  sourcePower: machine.source_power,
  yearBuilt: machine.year_built,
  transferDate: machine.transfer_date,
  warranty: machine.warranty,
  warrantyLength: machine.warranty_length,
  streetAddress: machine.street_address,
  zipCode: machine.zip_code,
  city: machine.city,
  country: machine.country,
  inspectionPeriodInMonths: machine.inspection_period_in_months,
});

const actions = ['Oil', 'Filters', 'Belts', 'Bearings', 'Brakes'].map(
  (part) => `${part} checked and replaced`,
);

/** A protocol of one machine with five actions, as a form. */
export function newProtocol({ id, customer_id }: Machine) {
  const device = { id };
  return form({
    serviceJson: {
      ...{
        date: new Date().toISOString(),
        type: ['REPAIR'],
        customer: { id: customer_id },
        devices: [device],
      },
      faultDescription: 'The pump loses oil',
      actions: actions.map((name) => ({ device, name })),
    },
  });
}

/** A signature of about the usual length. */
const points = Array.from({ length: 120 }, (_, at) => ({
  x: 100 + at * 6,
  y: Math.round(150 + 80 * Math.sin(at / 5)),
  time: at * 8,
}));
const path = `M${points.map(({ x, y }) => `${x} ${y}`).join(' L')}`;
const signature = () => ({
  signerName: 'Jan Kowalski',
  strokes: [{ points }],
  signedAt: new Date().toISOString(),
});
export const newSignature = () => form({ signJson: signature() }, { field: 'signature', content: path });

/** Text, so that it is stored as it is. */
const document = `%PDF-1.4\n${randomBytes(50_000).toString('base64')}`;

export function writesOf(company: Company): WriteCalls[] {
  const { accountId, userId, headers, machines, todos, unsigned, emails } = company;
  const actor = { accountId, userId };
  const turn = <Item>(items: Item[], count: number) => items[count % items.length] as Item;
  const formHeaders = (type: string) => ({ ...headers, 'Content-Type': type });
  const machineOf = (count: number): Machine => ({
    ...turn(machines, count),
    year_built: 1990 + (count % 30),
  });
  const upload = (count: number) =>
    form(
      {
        fileJson: {
          device: { id: machineOf(count).id },
          type: 'MACHINE_FILE',
          filename: 'manual.pdf',
          description: '',
        },
      },
      { field: 'file', name: 'manual.pdf', content: document },
    );
  const nextUnsigned = () => {
    const id = unsigned.pop();
    if (id === undefined) throw new Error('all protocols are signed: fill another folder');
    return id;
  };
  const todoOf = (count: number) => ({
    id: turn(todos, count),
    status: Math.floor(count / todos.length) % 2 === 0 ? 'DONE' : 'TODO',
  });
  const post = (url: string, { body, type }: ReturnType<typeof form>): Call => ({
    ...{ url, method: 'POST', body, headers: formHeaders(type) },
  });

  return [
    {
      title: 'insert a machine',
      ours: (count) => ({
        ...{ url: '/api/device/insert', method: 'POST', headers },
        body: JSON.stringify(inputOf({ ...machineOf(count), name: `New machine ${count}` })),
      }),
      floor: (count) => ({
        name: 'insertMachine',
        body: { actor, machine: { ...machineOf(count), name: `New machine ${count}` } },
      }),
    },
    {
      title: 'update a machine',
      ours: (count) => ({
        ...{ url: '/api/device/update', method: 'PUT', headers },
        body: JSON.stringify({ id: machineOf(count).id, ...inputOf(machineOf(count)) }),
      }),
      floor: (count) => ({ name: 'updateMachine', body: { actor, machine: machineOf(count) } }),
    },
    {
      title: 'save a protocol',
      ours: (count) => post('/api/service/add', newProtocol(machineOf(count))),
      floor(count) {
        const { id, customer_id } = machineOf(count);
        const protocol = {
          ...{ date: new Date().toISOString(), type: ['REPAIR'], customer: customer_id, device: id },
          ...{ fault: 'The pump loses oil', actions },
        };
        return { name: 'saveProtocol', body: { actor, protocol } };
      },
    },
    {
      title: 'sign a protocol',
      draws: true,
      ours: () => post(`/api/service/sign/${nextUnsigned()}`, newSignature()),
      floor: () => ({
        name: 'sign',
        body: { actor, id: nextUnsigned(), signature: { ...signature(), path } },
      }),
    },
    {
      title: 'upload a file of 67 kB',
      ours: (count) => post('/api/file/add', upload(count)),
      floor: (count) => ({
        name: 'addFile',
        body: document,
        query: `?account=${accountId}&user=${userId}&device=${machineOf(count).id}&filename=manual.pdf`,
      }),
    },
    {
      title: 'tick a to-do',
      ours(count) {
        const { id, status } = todoOf(count);
        const body = JSON.stringify({ id, toDoStatus: status });
        return { url: '/api/todo/status', method: 'PATCH', headers, body };
      },
      floor: (count) => ({ name: 'tickTodo', body: { actor, ...todoOf(count) } }),
    },
    {
      title: 'sign in',
      ours: (count) => ({
        url: '/api/user/auth',
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          Authorization: `Basic ${Buffer.from(`${turn(emails, count)}:${password}`).toString('base64')}`,
        },
      }),
      floor: (count) => ({ name: 'signIn', body: { email: turn(emails, count), password } }),
    },
  ];
}
