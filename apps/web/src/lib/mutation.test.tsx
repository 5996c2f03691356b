import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { deletionOf, mutationOf } from './mutation.ts';
import { createQueryClient } from './query-client.ts';

/** A browser whose screens show these queries. */
async function showing(...keys: unknown[][]) {
  const client = createQueryClient();
  const asked = vi.fn((key: readonly unknown[]) => key.join(' '));
  for (const queryKey of keys)
    new QueryObserver(client, { queryKey, queryFn: () => asked(queryKey) }).subscribe(() => {});
  await waitFor(() => expect(client.isFetching()).toBe(0));
  asked.mockClear();
  const run = <Result,>(hook: () => Result) =>
    renderHook(hook, {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    }).result;
  return { client, run, refetched: () => asked.mock.calls.map(([key]) => key.join(' ')) };
}

const one = ['customer', 'one', 7];

it('a change refetches everything that shows its entity, except the returned record', async () => {
  const screens = [one, ['customer', 'search', ''], ['device', 'search', ''], ['note', 7]];
  const { client, run, refetched } = await showing(...screens);
  const useUpdate = mutationOf(async (name: string) => ({ id: 7, name }), {
    refreshes: 'customer',
    stores: ({ id }) => ({ queryKey: ['customer', 'one', id] }),
  });
  await run(useUpdate).current.mutateAsync('Alfa');
  expect(client.getQueryData(one)).toEqual({ id: 7, name: 'Alfa' });
  expect(refetched()).toEqual(['customer search ', 'device search ']);
});

it('a deletion does not refetch the deleted record', async () => {
  const { client, run, refetched } = await showing(one, ['customer', 'changes', 7], ['customer', 'one', 8]);
  await run(deletionOf(async () => {}, { of: 'customer' })).current.mutateAsync(7);
  expect(client.getQueryData(one)).toBeUndefined();
  expect(refetched()).toEqual(['customer one 8']);
});
