/**
 * Permissions by role. The server enforces this table, and the screens hide what it forbids.
 * `own` means: only on objects that the user created; the service checks it on the row.
 */
export const roles = ['ROLE_ADMIN', 'ROLE_USER'] as const;
export type Role = (typeof roles)[number];

type Reach = 'none' | 'own' | 'all';

const everybody = { ROLE_USER: 'all', ROLE_ADMIN: 'all' } as const;
const ownOrAdmin = { ROLE_USER: 'own', ROLE_ADMIN: 'all' } as const;
const adminOnly = { ROLE_USER: 'none', ROLE_ADMIN: 'all' } as const;

export const permissions = {
  'account.read': everybody,
  'account.manage': adminOnly,
  'profile.edit': everybody,
  'device.edit': everybody,
  'device.delete': adminOnly,
  'customer.edit': everybody,
  'customer.delete': adminOnly,
  'customerPage.manage': adminOnly,
  'category.manage': adminOnly,
  'service.edit': everybody,
  'service.sign': everybody,
  'service.changeSigned': adminOnly,
  'service.withdraw': adminOnly,
  'service.delete': ownOrAdmin,
  'file.edit': everybody,
  'file.delete': ownOrAdmin,
  'note.edit': everybody,
  'note.delete': ownOrAdmin,
  'part.edit': everybody,
  'part.delete': ownOrAdmin,
  'incident.edit': everybody,
  'incident.delete': ownOrAdmin,
  'hotel.edit': everybody,
  'hotel.delete': adminOnly,
  'todo.manage': adminOnly,
  'todo.complete': ownOrAdmin,
  'absence.edit': ownOrAdmin,
  'visit.edit': everybody,
  'visit.delete': ownOrAdmin,
  'user.manage': adminOnly,
  'order.manage': adminOnly,
  'billing.manage': adminOnly,
  'log.read': adminOnly,
  'bin.manage': adminOnly,
} as const satisfies Record<string, Record<Role, Reach>>;

export type Permission = keyof typeof permissions;
export type Access = 'public' | Permission;

/**
 * Whether holders of these roles may use the permission.
 * @param own whether the object is the caller's; omit it to ask whether the action is possible at all.
 */
export function may(held: readonly Role[], permission: Permission, own = true): boolean {
  return held.some((role) => {
    const reach: Reach = permissions[permission][role];
    return reach === 'all' || (reach === 'own' && own);
  });
}
