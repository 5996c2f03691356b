/** The demo company's categories, customers and machines. */
import { CustomerInsert } from '@servicebook/shared/customer';
import { DeviceInsert, type DeviceStatus } from '@servicebook/shared/device';
import { formatServiceAction } from '@servicebook/shared/service-action';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { insertCategory, updateCategory } from '../category/category.service.ts';
import { insertCustomer } from '../customer/customer.service.ts';
import { insertDevice } from '../device/device.service.ts';
import { categories, customers, type DemoCategory, type DemoCustomer } from './catalog.ts';
import { chance, day, isoDay, pick } from './chance.ts';
import { drawNameplate } from './drawings.ts';
import { storePicture } from './stored-picture.ts';
import type { Team } from './team.ts';

const machineCount = 60;

export interface Machine {
  id: number;
  category: DemoCategory;
  customerId: number;
  customer: DemoCustomer;
  /** Null while it was not handed over. */
  transferDate: string | null;
  index: number;
}

export async function insertMachines(deps: Deps, team: Team, stop?: AbortSignal): Promise<Machine[]> {
  const categoryIds = await insertCategories(deps, team.admin);
  const customerIds = await insertCustomers(deps, team.admin);
  const machines: Machine[] = [];
  for (let index = 0; index < machineCount; index++) {
    stop?.throwIfAborted();
    const categoryIndex = index % categories.length;
    const customerIndex = index % customers.length;
    const category = categories[categoryIndex] as DemoCategory;
    const customer = customers[customerIndex] as DemoCustomer;
    const model = pick(category.models, index);
    const status = statusOf(index);
    const isHandedOver = !['PRODUCTION', 'TRANSPORT', 'INSTALLATION'].includes(status);
    const transferDate = isHandedOver
      ? isoDay(new Date(deps.clock().getTime() - (120 + ((index * 97) % 900)) * day))
      : null;
    // Nobody hands a machine over before it was built.
    const yearBuilt = Math.min(2021 + (index % 5), Number(transferDate?.slice(0, 4) ?? Infinity));
    const serialNumber = `${model.maker.slice(0, 2).toUpperCase()}-${yearBuilt}-${String(1000 + index * 37)}`;
    const id = await insertDevice(
      deps,
      team.admin,
      DeviceInsert.parse({
        name: model.name,
        status,
        category: { id: categoryIds[categoryIndex] as number },
        customer: { id: customerIds[customerIndex] as number },
        manufacturer: model.maker,
        model: model.type,
        serialNumber,
        yearBuilt,
        sourcePower: model.power,
        transferDate,
        warranty: pick(['production', 'transport', 'installation'], index + 3),
        warrantyLength: pick([12, 24, 36], index + 5),
        streetAddress: customer.streetAddress,
        zipCode: customer.zipCode,
        city: customer.city,
        country: customer.country,
      }),
    );
    await deps.db.of(team.admin).device.update({
      where: { accountId_id: { accountId: team.admin.accountId, id } },
      data: {
        // Some stand where their customer is on the map.
        ...(index % 6 !== 4 && {
          gpsLatitude: customer.latitude + chance(index + 50) * 0.01,
          gpsLongitude: customer.longitude + chance(index + 70) * 0.01,
        }),
        inspectionPeriodInMonths: category.inspectionPeriod,
      },
    });
    const plate = {
      maker: model.maker,
      model: model.type,
      serialNumber,
      power: model.power,
      year: String(yearBuilt),
    };
    await storePicture(deps, pick(team.technicians, index), await drawNameplate(plate), {
      kind: 'MACHINE_NAMEPLATE',
      filename: 'nameplate.png',
      deviceId: id,
      description: 'Nameplate',
    });
    machines.push({
      id,
      category,
      customer,
      customerId: customerIds[customerIndex] as number,
      transferDate,
      index,
    });
  }
  return machines;
}

async function insertCategories(deps: Deps, admin: Ctx): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, actions } of categories) {
    const { id } = await insertCategory(deps, admin, { name });
    await updateCategory(deps, admin, {
      id,
      name,
      serviceReviewOperationsList: actions.map(formatServiceAction),
    });
    ids.push(id);
  }
  return ids;
}

async function insertCustomers(deps: Deps, admin: Ctx): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, { latitude, longitude, contact: _, ...input }] of customers.entries()) {
    const row = await insertCustomer(
      deps,
      admin,
      CustomerInsert.parse({
        ...input,
        position: { latitude, longitude },
        phoneNumber: `+00 000 000 ${String(100 + index)}`,
        email: `service${index + 1}@example.com`,
      }),
    );
    ids.push(row.id);
  }
  return ids;
}

const statusOf = (index: number): DeviceStatus => {
  if (index % 20 === 3) return 'PRODUCTION';
  if (index % 20 === 11) return 'TRANSPORT';
  if (index % 20 === 17) return 'INSTALLATION';
  if (index % 15 === 5) return 'IN_REPAIR';
  if (index % 19 === 6) return 'FAULT';
  if (index === 29) return 'BROKEN';
  return index === 44 ? 'DANGER' : 'OK';
};
