import type { SearchHit } from '@servicebook/shared/global-search';
import { linkTo, paths, withQuery } from '../../lib/paths.ts';

/**
 * Where a found record is shown.
 * @param manages whether the user may open employees; others see their list
 */
export function linkOfHit({ kind, id, deviceId, customerId }: SearchHit, manages: boolean): string {
  switch (kind) {
    case 'device':
      return linkTo.machineEdit({ id, ...(customerId && { customerId }), prev: 'machineList' });
    case 'customer':
      return linkTo.customerEdit({ id });
    case 'contact':
      return withQuery(paths.customerEdit, { id: customerId, activeTab: 'contacts' });
    case 'service':
      return deviceId
        ? linkTo.machineEdit({ id: deviceId, activeTab: 'service', service: id, prev: 'servicesList' })
        : paths.servicesList;
    case 'visit':
      return linkTo.visit({ id });
    case 'todo':
      return withQuery(paths.machineTodo, { todo: id });
    case 'incident':
      return deviceId ? linkTo.machineEdit({ id: deviceId, activeTab: 'incident' }) : paths.machineList;
    case 'employee':
      return manages ? linkTo.userEdit({ id }) : paths.userList;
  }
}
