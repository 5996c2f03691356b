import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** How many machines keep a customer or category from being deleted, as the refusal says. */
export async function countLinkedMachines(
  deps: Deps,
  ctx: Ctx,
  where: { customerId: number } | { categoryId: number },
): Promise<{ machines: number; archivedMachines: number }> {
  const { device } = deps.db.of(ctx);
  const [machines, archivedMachines] = await Promise.all([
    device.count({ where: { ...where, archivedAt: null } }),
    device.count({ where: { ...where, archivedAt: { not: null } } }),
  ]);
  return { machines, archivedMachines };
}
