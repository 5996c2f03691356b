import type { SearchKind } from '@servicebook/shared/global-search';
import type { SessionUser } from '@servicebook/shared/user';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { rememberRecord } from './recent-records.ts';

/** The kinds of records that are remembered, by the page that shows them. */
const pages: Record<string, SearchKind> = {
  [paths.machineEdit]: 'device',
  [paths.customerEdit]: 'customer',
  [paths.visit]: 'visit',
};

/** Remembers the machine, customer or visit of the open page as soon as it is loaded. */
export function useRecentRecords(user: SessionUser): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const id = Number(new URLSearchParams(search).get('id'));
  useEffect(() => {
    const kind = pages[pathname];
    // The server does not know what this phone has named.
    if (!kind || !(id > 0)) return;
    const remember = () => {
      if (client.getQueryData([kind, 'one', id]) === undefined) return false;
      rememberRecord(user, { kind, id });
      return true;
    };
    if (remember()) return;
    const stop = client.getQueryCache().subscribe(() => {
      if (remember()) stop();
    });
    return stop;
  }, [client, user, pathname, id]);
}
