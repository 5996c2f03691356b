/** Orders: offers with prices, placing an order, reading orders. */
import type { FieldCode } from '@servicebook/shared/error-codes';
import { toDecimal } from '@servicebook/shared/money';
import type { Order, OrderDetails, OrderInput, OrderOffer } from '@servicebook/shared/order';
import { lineAmounts, type Period, totalAmounts, totalsOnWire, unitNetPrice } from '@servicebook/shared/plan';
import { type Page, toPage } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { AccountPlan as PlanRow, Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { isExpired } from '../../platform/paid-access.ts';
import { type AccountTransaction, oneAtATime, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { requireInvoiceData } from '../company/invoice-data.ts';
import { type InvoiceFiles, invoiceFilesOf, noInvoice } from '../invoice/invoice-files.ts';
import { findDefaultPlan, planOfExtension, readPlanTexts, toPlan } from '../plan/plan.service.ts';
import { requireSelling } from './selling.ts';

const whole = {
  user: { select: { id: true, email: true, firstName: true, lastName: true } },
  lines: { orderBy: { position: 'asc' } },
  invoiceFile: { select: { filename: true, key: true } },
} as const satisfies Prisma.OrderInclude;
type OrderRow = Prisma.OrderGetPayload<{ include: typeof whole }>;

/** Everybody of the account with the plan and the prices of an extension, described in the caller's language. */
export async function readOffer(deps: Deps, ctx: Ctx): Promise<OrderOffer> {
  const db = deps.db.of(ctx);
  const [users, defaultPlan, textsOf, { timezone }] = await Promise.all([
    db.user.findMany({
      where: {},
      include: { accountPlan: true, identity: { select: { claimedAt: true } } },
      orderBy: { id: 'desc' },
    }),
    findDefaultPlan(db, ctx),
    readPlanTexts(deps, ctx.language),
    db.account.findUniqueOrThrow({ where: { id: ctx.accountId }, select: { timezone: true } }),
  ]);
  return {
    timezone,
    users: users.map(({ id, email, firstName, lastName, identity, accountPlan, planExpired }) => {
      const paid = accountPlan.type !== 'FREE';
      const extension = planOfExtension(accountPlan, defaultPlan);
      return {
        id,
        email,
        firstName,
        lastName,
        invited: identity.claimedAt === null,
        expired: isExpired({ paid, planExpired }, deps.clock()),
        planExpired: paid ? (planExpired?.toISOString() ?? null) : null,
        currentPlan: { type: accountPlan.type, name: textsOf(accountPlan).name },
        accountPlan: toPlan(extension, textsOf(extension)),
      };
    }),
  };
}

/**
 * Places an order at the prices of now, which then stand until its deadline.
 * @throws AppError PAYMENTS_DISABLED, COMPANY_DATA_REQUIRED, PRICE_CHANGED, VALIDATION_FAILED for users of others or of another currency
 */
export async function insertOrder(deps: Deps, ctx: Ctx, input: OrderInput): Promise<Order> {
  requireSelling(deps);
  const { accountId, userId } = ctx;
  return oneAtATime(deps, ctx, async (tx) => {
    await requireInvoiceData(tx, ctx);
    const lines = await priceLines(tx, ctx, input);
    const total = totalAmounts(lines.map(({ amounts }) => amounts));
    const [currency = '', ...others] = new Set(lines.map(({ plan }) => plan.currency));
    if (others.length > 0) throw refuseFields({ users: 'ONE_CURRENCY' });
    if (total.gross !== input.totalGrossPrice) throw new AppError('PRICE_CHANGED');
    // Nothing to pay is nothing a provider takes; a plan without a price is not for sale.
    if (total.gross < 1) throw refuseFields({ totalGrossPrice: 'INVALID' });
    const now = deps.clock();
    const { id } = await tx.order.create({
      data: {
        accountId,
        userId,
        date: now,
        createdAt: now,
        totalNetAmount: total.net,
        totalVatAmount: total.vat,
        totalGrossAmount: total.gross,
        currency,
      },
    });
    await tx.orderLine.createMany({
      data: lines.map(({ user, plan, period, quantity, amounts }, position) => ({
        accountId,
        orderId: id,
        position,
        userId: user.id,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        accountPlanId: plan.id,
        planName: plan.name,
        period: period === 'year' ? ('YEAR' as const) : ('MONTH' as const),
        quantity,
        unitNetPrice: unitNetPrice(plan, period),
        vatRate: plan.vatRate,
        netAmount: amounts.net,
        vatAmount: amounts.vat,
        grossAmount: amounts.gross,
      })),
    });
    await record(tx, ctx, { kind: 'CREATED', entity: 'order', entityId: id, what: String(id) });
    return toOrder(await tx.order.findUniqueOrThrow({ where: rowKey(ctx, id), include: whole }));
  });
}

interface PricedLine {
  user: { id: number; email: string; firstName: string; lastName: string };
  plan: PlanRow;
  period: Period;
  quantity: number;
  amounts: ReturnType<typeof lineAmounts>;
}

/** The lines with the server's own plans and prices. @throws AppError VALIDATION_FAILED for who is not of the account */
async function priceLines(tx: AccountTransaction, ctx: Ctx, { users }: OrderInput): Promise<PricedLine[]> {
  const rows = await tx.user.findMany({
    where: { id: { in: users.map(({ id }) => id) } },
    include: { accountPlan: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const defaultPlan = await findDefaultPlan(tx, ctx);
  const strangers: Record<string, FieldCode> = {};
  const lines = users.flatMap(({ id, accountPlan: { period, quantity } }, index) => {
    const user = byId.get(id);
    if (!user) {
      strangers[`users.${index}.id`] = 'INVALID';
      return [];
    }
    const plan = planOfExtension(user.accountPlan, defaultPlan);
    return [{ user, plan, period, quantity, amounts: lineAmounts(plan, period, quantity) }];
  });
  if (Object.keys(strangers).length > 0) throw refuseFields(strangers);
  return lines;
}

export async function findOrder(deps: Deps, ctx: Ctx, id: number): Promise<Order> {
  const db = deps.db.of(ctx);
  const row = await db.order.findUniqueOrThrow({ where: rowKey(ctx, id), include: whole });
  return toOrder(row, (await invoiceFilesOf(db, [id])).get(id));
}

/** Newest first. */
export async function listOrders(
  deps: Deps,
  ctx: Ctx,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<Page<Order>> {
  const db = deps.db.of(ctx);
  const [rows, count] = await Promise.all([
    db.order.findMany({
      where: {},
      include: whole,
      orderBy: { id: 'desc' },
      skip: pageNo * pageSize,
      take: pageSize,
    }),
    db.order.count({ where: {} }),
  ]);
  const ids = rows.map(({ id }) => id);
  const invoices = await invoiceFilesOf(db, ids);
  const orders = rows.map((row) => toOrder(row, invoices.get(row.id)));
  return toPage(orders, count, pageNo, pageSize);
}

const detailsOf = ({ lines, currency }: OrderRow): OrderDetails => ({
  users: lines.map((line) => ({
    id: line.userId,
    email: line.email,
    firstName: line.firstName,
    lastName: line.lastName,
    accountPlan: {
      id: line.accountPlanId,
      name: line.planName,
      period: line.period === 'YEAR' ? 'year' : 'month',
      quantity: line.quantity,
      unitNetPrice: toDecimal(line.unitNetPrice),
      vatRate: line.vatRate,
      ...totalsOnWire({ net: line.netAmount, vat: line.vatAmount, gross: line.grossAmount }),
      currency,
    },
    planExpired: line.expiredAfter?.toISOString() ?? null,
  })),
});

const toOrder = (row: OrderRow, invoice: InvoiceFiles = noInvoice): Order => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  date: row.date.toISOString(),
  paymentDate: row.paymentDate?.toISOString() ?? null,
  orderDetails: JSON.stringify(detailsOf(row)),
  user: row.user,
  totalAmount: toDecimal(row.totalGrossAmount),
  totalNetAmount: toDecimal(row.totalNetAmount),
  totalVatAmount: toDecimal(row.totalVatAmount),
  currency: row.currency,
  paymentType: row.paymentType,
  paymentStatus: row.paymentStatus,
  p24SessionId: row.p24SessionId,
  p24OrderId: row.p24OrderId === null ? null : Number(row.p24OrderId),
  paymentMethodId: row.paymentMethodId,
  paymentMethod: row.paymentMethod,
  invoicePdf: row.invoiceFile && { filename: row.invoiceFile.filename, fileName: row.invoiceFile.key },
  ...invoice,
});
