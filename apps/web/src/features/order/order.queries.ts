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

/** The interval for polling an expected payment, in milliseconds. */
export const pollingInterval = 3000;

/** All users of the account, with the plan and prices of an extension. */
export const offerQuery = queryOptions({
  queryKey: ['order', 'offer'],
  queryFn: ({ signal }) => orderApi.offer({ signal }),
  // Prices are refetched whenever an order is started.
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
    // The next poll retries anyway.
    retry: false,
  });

/** Asks the provider whether the order has been paid; once for each return from the payment page. */
export const paymentCheckQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', 'check', id],
    queryFn: ({ signal }) => paymentApi.check({ body: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

/** Redirects to the provider's payment page; the browser leaves the app. */
async function goToPayPage({ id, totalAmount }: { id: number; totalAmount: number }): Promise<void> {
  const { url } = await paymentApi.getUrl({ body: { id, totalAmount } });
  window.location.assign(url);
}

// Awaited, so that a refusal for changed prices is shown together with the new prices.
const afterRefusal = { onError: (client: QueryClient) => refresh(client, 'order') };

/** Places an order and starts its payment. Repeating it with the same key pays the same order. */
export const useBuy = mutationOf(
  async (sent: { body: z.input<typeof OrderInput>; idempotencyKey: string }) =>
    goToPayPage(await orderApi.insert(sent)),
  afterRefusal,
);

/** Starts another payment of an order that was placed before. */
export const usePay = mutationOf(goToPayPage, afterRefusal);
