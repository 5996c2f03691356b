import { type OrderInput, orderContract } from '@servicebook/shared/order';
import { paymentContract } from '@servicebook/shared/payment';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { refresh } from '../../lib/freshness.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const orderApi = apiOf(orderContract);
const paymentApi = apiOf(paymentContract);

/** How often a payment that is awaited is asked for; milliseconds. */
export const pollingInterval = 3000;

/** Everybody of the account with the plan and the prices of an extension. */
export const offerQuery = queryOptions({
  queryKey: ['order', 'offer'],
  queryFn: ({ signal }) => orderApi.offer({ signal }),
  // Prices are refetched whenever somebody is about to buy.
  staleTime: 0,
});

export const ordersQuery = (request: { pageNo: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['order', 'all', request],
    queryFn: ({ signal }) => orderApi.all({ query: request, signal }),
    placeholderData: keepPreviousData,
    // A payment may have arrived in the meantime.
    staleTime: 0,
  });

/** An order that is waiting for its payment. Every poll also refetches the session and its access. */
export const awaitedOrderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', 'awaited', id],
    queryFn: async ({ signal, client }) => {
      const order = await orderApi.find({ query: { id }, signal });
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      return order;
    },
    refetchInterval: pollingInterval,
    staleTime: 0,
    // The next poll is the next try.
    retry: false,
  });

/** Whether money has come, as the provider says when it is asked; once for each return from the pay page. */
export const paymentCheckQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', 'check', id],
    queryFn: ({ signal }) => paymentApi.check({ body: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

/** To the provider's pay page; the browser leaves the app. */
async function goToPayPage({ id, totalAmount }: { id: number; totalAmount: number }): Promise<void> {
  const { url } = await paymentApi.getUrl({ body: { id, totalAmount } });
  window.location.assign(url);
}

// Waited for, so that a refusal for changed prices shows together with the new ones.
const afterRefusal = { onError: (client: QueryClient) => refresh(client, 'order') };

/** Places an order and goes on to pay it. Sent again with the same key it is the same order that is paid. */
export const useBuy = mutationOf(
  async (sent: { body: z.input<typeof OrderInput>; idempotencyKey: string }) =>
    goToPayPage(await orderApi.insert(sent)),
  afterRefusal,
);

/** Another attempt at paying an order that was placed before. */
export const usePay = mutationOf(goToPayPage, afterRefusal);
