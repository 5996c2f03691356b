import type { Permission } from '@servicebook/shared/access';
import {
  IconBuilding,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconDeviceMobile,
  IconEngine,
  IconFileText,
  IconHistory,
  IconHome,
  IconPlus,
  IconSettings,
  IconTableImport,
  IconTrash,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { linkTo, paths, withQuery } from '../../lib/paths.ts';

interface SearchPage {
  icon: typeof IconHome;
  /** A key of the `search` texts, or of `common` with its prefix. */
  label: string;
  hint?: string;
  to: string;
  needs?: Permission;
}

/** What can be done; also found by words such as “new”. */
const actions: SearchPage[] = [
  { icon: IconPlus, label: 'common:menu.machineAdd', to: paths.machineAdd, needs: 'device.edit' },
  { icon: IconPlus, label: 'actions.customerAdd', to: paths.customerAdd, needs: 'customer.edit' },
  {
    ...{ icon: IconPlus, label: 'actions.protocolAdd', hint: 'actions.protocolHint', to: paths.machineList },
    needs: 'service.edit',
  },
  {
    ...{ icon: IconPlus, label: 'actions.visitAdd', needs: 'visit.edit' },
    to: withQuery(paths.visitList, { visit: 'new' }),
  },
  {
    ...{ icon: IconPlus, label: 'actions.todoAdd', needs: 'todo.manage' },
    to: withQuery(paths.machineTodo, { todo: 'new' }),
  },
  { icon: IconPlus, label: 'actions.categoryAdd', to: paths.categoryAdd, needs: 'category.manage' },
  { icon: IconPlus, label: 'actions.employeeAdd', to: paths.userAdd, needs: 'user.manage' },
  { icon: IconTableImport, label: 'actions.import', to: paths.import, needs: 'account.manage' },
];

const pages: SearchPage[] = [
  { icon: IconHome, label: 'common:menu.home', to: paths.home },
  { icon: IconEngine, label: 'common:menu.machineList', to: paths.machineList },
  { icon: IconCalendarEvent, label: 'common:menu.planning', to: paths.planning },
  { icon: IconCalendarEvent, label: 'actions.visitList', to: paths.visitList },
  { icon: IconFileText, label: 'common:menu.services', to: paths.servicesList },
  { icon: IconCalendarCheck, label: 'common:menu.inspections', to: paths.machinePeriodicInspection },
  { icon: IconChecklist, label: 'common:menu.todos', to: paths.machineTodo },
  { icon: IconBuilding, label: 'common:menu.customers', to: paths.customerList },
  { icon: IconCategory, label: 'common:menu.categories', to: paths.categoryList },
  { icon: IconUsers, label: 'common:menu.employees', to: paths.userList },
  { icon: IconChartBar, label: 'common:menu.statistics', to: paths.statistics },
  { icon: IconUserCircle, label: 'common:menu.myAccount', to: paths.myAccount },
  {
    ...{ icon: IconSettings, label: 'actions.company', needs: 'account.manage' },
    to: linkTo.myAccount({ tab: 'company' }),
  },
  { icon: IconTrash, label: 'common:menu.bin', to: paths.bin, needs: 'bin.manage' },
  { icon: IconHistory, label: 'common:menu.logs', to: paths.logs, needs: 'log.read' },
  { icon: IconDeviceMobile, label: 'common:menu.mobileApp', to: paths.mobileApp },
];

/** Pages and actions that a user may use, with the words they are found by besides their labels. */
export const searchPages = (may: (permission: Permission) => boolean, wordsOfAdding: string) =>
  [
    ...actions.map((page) => ({ ...page, words: wordsOfAdding })),
    ...pages.map((page) => ({ ...page, words: '' })),
  ].filter(({ needs }) => !needs || may(needs));
