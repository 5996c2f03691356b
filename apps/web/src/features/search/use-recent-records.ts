import type { Customer } from '@servicebook/shared/customer';
import type { Device } from '@servicebook/shared/device';
import type { SessionUser } from '@servicebook/shared/user';
import type { Visit } from '@servicebook/shared/visit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { linkTo, paths } from '../../lib/paths.ts';
import { type RecentRecord, rememberRecord } from './recent-records.ts';

const filled = (...texts: string[]) => texts.filter((text) => text !== '');

/** How an opened record is remembered, by the page that shows it. */
const pages: Record<string, { entity: string; toRecord: (record: never) => RecentRecord }> = {
  [paths.machineEdit]: {
    entity: 'device',
    toRecord: ({ id, name, serialNumber, customer, city }: Device) => ({
      ...{ kind: 'device', id, title: name, details: filled(serialNumber, customer.shortName, city) },
      to: linkTo.machineEdit({ id, customerId: customer.id, prev: 'machineList' }),
    }),
  },
  [paths.customerEdit]: {
    entity: 'customer',
    toRecord: ({ id, shortName, city }: Customer) => ({
      ...{ kind: 'customer', id, title: shortName, details: filled(city) },
      to: linkTo.customerEdit({ id }),
    }),
  },
  [paths.visit]: {
    entity: 'visit',
    toRecord: ({ id, text, customer, devices }: Visit) => ({
      kind: 'visit',
      id,
      title: text.trim().split('\n')[0]?.slice(0, 120) || customer.shortName,
      details: filled(text.trim() ? customer.shortName : '', devices.map(({ name }) => name).join(', ')),
      to: linkTo.visit({ id }),
    }),
  },
};

/** Remembers the machine, customer or visit of the open page as soon as it is loaded. */
export function useRecentRecords(user: SessionUser): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id'));
  useEffect(() => {
    const page = pages[pathname];
    if (!page || !id) return;
    const key = [page.entity, 'one', id];
    const remember = () => {
      const record = client.getQueryData(key);
      if (record === undefined) return false;
      rememberRecord(user, page.toRecord(record as never));
      return true;
    };
    if (remember()) return;
    const stop = client.getQueryCache().subscribe(() => {
      if (remember()) stop();
    });
    return stop;
  }, [client, user, pathname, id]);
}
