import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { listQueryOf } from '../lib/queries.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { takeToasts } from '../lib/toast.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { ExportMenu } from './export-menu.tsx';
import { QueryTable } from './query-table.tsx';
import { useRowSelection } from './use-row-selection.ts';
import { useTableState } from './use-table-state.ts';

interface Machine {
  id: number;
  name: string;
}
interface Asked {
  text: string;
  page: number;
  size: number;
}

const pageOf = (total: number, page: number, size: number) => ({
  content: Array.from({ length: Math.min(size, total - page * size) }, (_, index) => ({
    id: page * size + index + 1,
    name: `Pump ${page * size + index + 1}`,
  })),
  totalElements: total,
});

const find = vi.fn<(request: { body: Asked }) => Promise<ReturnType<typeof pageOf>>>();
const finds = (total: number) =>
  find.mockImplementation(async ({ body: { page, size } }) => pageOf(total, page, size));

function List() {
  const table = useTableState({
    ...{ name: 'machines', sizes: [20, 50], defaultSize: 20 },
    defaultSort: { by: 'name', direction: 'asc' },
  });
  const query = useQuery(listQueryOf(['machines'], find)(table.request));
  const selection = useRowSelection(null);
  return (
    <>
      <ExportMenu printing={table.printing} fetchFile={vi.fn()} />
      <QueryTable<Machine>
        query={query}
        table={table}
        label="Machines"
        columns={[{ key: 'name', header: 'Name', sortable: true, render: ({ name }) => name }]}
        rowKey={({ id }) => id}
        selection={{ ...selection, idOf: ({ id }) => id, nameOf: ({ name }) => name, actions: null }}
        searchPlaceholder="Search"
        filterWords={['Status: Fault', false, null]}
        empty={{ title: 'No machines', hint: '' }}
      />
    </>
  );
}

const print = vi.fn();
const printed = () => document.querySelectorAll('tbody tr').length;
const event = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));

async function show(address = '/?page=2&q=pump') {
  const shown = await renderComponent(
    <QueryClientProvider client={createQueryClient()}>
      <List />
    </QueryClientProvider>,
    address,
  );
  await screen.findByText(/^Pump 1$|^Pump 21$/);
  return shown;
}

beforeEach(() => {
  vi.stubGlobal('print', print.mockClear());
  find.mockReset();
  finds(45);
});

describe('a list is printed', () => {
  it('as a whole, with its search and filters in words, and is as before afterwards', async () => {
    const { user } = await show();
    expect(printed()).toBe(20);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByText('Print the whole list'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    await event('beforeprint');
    expect(printed()).toBe(45);
    expect(screen.getByText('1–45 of 45')).toBeInTheDocument();
    expect(screen.getByText('Search: “pump” · Filter: Status: Fault')).toBeInTheDocument();
    // A button in it would keep Chromium from repeating the head on each sheet.
    expect(within(screen.getByRole('columnheader')).queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByText(/rows are printed|is printed/)).not.toBeInTheDocument();
    await event('afterprint');
    await waitFor(() => expect(printed()).toBe(20));
    expect(screen.queryByText(/Search:/)).not.toBeInTheDocument();
  });

  it('up to a thousand rows, and says so on paper', async () => {
    finds(4312);
    const { user } = await show('/');
    await user.keyboard('{Control>}p{/Control}');
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(find.mock.lastCall?.[0].body).toMatchObject({ page: 0, size: 1000 });
    await event('beforeprint');
    expect(screen.getByText(/The first 1,000 of 4,312 rows are printed/)).toBeInTheDocument();
    await event('afterprint');
  });

  it('by the browser’s own menu as the page on the screen, and says so', async () => {
    await show();
    await event('beforeprint');
    expect(screen.getByText(/One page of the list is printed: 20 of/)).toBeInTheDocument();
    await event('afterprint');
  });

  it('not at all if its rows cannot be fetched: the screen says why', async () => {
    const toasts: string[] = [];
    const letGo = takeToasts(({ message }) => void toasts.push(message));
    const { user } = await show();
    find.mockRejectedValueOnce(
      new ApiError({ status: 413, code: 'EXPORT_TOO_LARGE', message: 'Try later.' }),
    );
    await user.keyboard('{Control>}p{/Control}');
    await waitFor(() => expect(toasts).toEqual(['Try later.']), { timeout: 10_000 });
    expect(print).not.toHaveBeenCalled();
    expect(printed()).toBe(20);
    letGo();
  });
});
