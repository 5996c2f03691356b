import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { type Column, DataTable, type DataTableProps, type TableQuery } from './data-table.tsx';
import { useRowSelection } from './use-row-selection.ts';

const screenIs = vi.hoisted(() => ({ narrow: false }));
vi.mock('./use-narrow-screen.ts', () => ({ useNarrowScreen: () => screenIs.narrow }));

interface Machine {
  id: number;
  name: string;
  customer: string;
  city: string;
}
const machines: Machine[] = [
  { id: 1, name: 'Pump', customer: 'Alfa', city: 'Łódź' },
  { id: 2, name: 'Press', customer: 'Beta', city: '' },
];
const attach = vi.fn();
const columns: Column<Machine>[] = [
  { key: 'name', header: 'Name', sortable: true, hideable: false, card: 'title', render: (row) => row.name },
  { key: 'customer', header: 'Customer', sortable: true, card: 'subtitle', render: (row) => row.customer },
  { key: 'city', header: 'City', render: (row) => row.city !== '' && row.city },
  { key: 'country', header: 'Country', defaultHidden: true, render: () => 'PL' },
  {
    key: 'actions',
    header: 'Actions',
    card: 'action',
    render: (row) => (
      <button type="button" onClick={() => attach(row.id)}>
        {`Attach to ${row.name}`}
      </button>
    ),
  },
];

const table = (props: Partial<DataTableProps<Machine>> = {}) => (
  <DataTable<Machine>
    label="Machines"
    columns={columns}
    rows={machines}
    rowKey={(row) => row.id}
    empty={{ title: 'No machines yet', hint: 'Add one.' }}
    rowHref={(row) => `/machineEdit?id=${row.id}`}
    {...props}
  />
);
const asking = (state: Partial<TableQuery> = {}): TableQuery => ({
  data: undefined,
  error: null,
  fetchStatus: 'fetching',
  failureReason: null,
  isPlaceholderData: false,
  refetch: () => {},
  ...state,
});
const paged = { total: 95, page: 0, size: 10, sizes: [5, 10, 20], onPage: () => {}, onSize: () => {} };
const pageButtons = () =>
  within(screen.getByRole('navigation', { name: 'Pages' }))
    .getAllByRole('button', { name: /^Page/ })
    .map((button) => button.textContent);
const address = () => screen.getByTestId('address').textContent;

beforeEach(() => {
  screenIs.narrow = false;
  localStorage.clear();
  vi.clearAllMocks();
});

describe('paging', () => {
  it.each([
    [0, ['1', '2', '3']],
    [4, ['3', '4', '5', '6', '7']],
    [9, ['8', '9', '10']],
  ])('on page %i offers %j', async (page, shown) => {
    await renderComponent(table({ ...paged, page }));
    expect(pageButtons()).toEqual(shown);
    expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent(String(page + 1));
  });

  it('goes to the first, previous, next and last page, and stops at both ends', async () => {
    const onPage = vi.fn();
    const { user, show } = await renderComponent(table({ ...paged, page: 4, onPage }));
    for (const name of ['First page', 'Previous page', 'Page 6', 'Next page', 'Last page'])
      await user.click(screen.getByRole('button', { name }));
    expect(onPage.mock.calls.flat()).toEqual([0, 3, 5, 5, 9]);
    onPage.mockClear();
    show(table({ ...paged, page: 9, onPage }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    expect(onPage).not.toHaveBeenCalled();
  });

  it('says which rows are shown, and changes the page size', async () => {
    const onSize = vi.fn();
    const { user } = await renderComponent(table({ ...paged, page: 9, onSize }));
    expect(screen.getByText('91–95 of 95')).toBeVisible();
    const sizes = screen.getByRole('group', { name: 'Rows per page' });
    expect(within(sizes).getByRole('button', { pressed: true })).toHaveTextContent('10');
    await user.click(within(sizes).getByText('20'));
    expect(onSize).toHaveBeenCalledWith(20);
  });

  it('offers neither pages nor sizes if all rows fit on the smallest page', async () => {
    await renderComponent(table({ ...paged, total: 5 }));
    expect(screen.getByText('1–5 of 5')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Rows per page' })).toBeNull();
  });

  it('keeps offering sizes if a larger one made all rows fit', async () => {
    await renderComponent(table({ ...paged, total: 15, size: 20 }));
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('group', { name: 'Rows per page' })).toBeVisible();
  });

  it('falls back to the last page if the requested one no longer exists', async () => {
    const onPage = vi.fn();
    await renderComponent(table({ ...paged, rows: [], page: 12, onPage }));
    expect(onPage).toHaveBeenCalledWith(9);
    expect(screen.queryByText('No machines yet')).toBeNull();
  });
});

describe('sorting', () => {
  it('reverses the sorted column, and sorts others in ascending order first', async () => {
    const onSort = vi.fn();
    const { user } = await renderComponent(table({ sort: { by: 'name', direction: 'asc' }, onSort }));
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'Customer' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Customer' }));
    expect(onSort.mock.calls.flat()).toEqual([
      { by: 'name', direction: 'desc' },
      { by: 'customer', direction: 'asc' },
    ]);
    expect(screen.queryByRole('button', { name: 'City' })).toBeNull();
  });
});

describe('rows', () => {
  it('open on a click anywhere except on their buttons', async () => {
    const { user } = await renderComponent(table());
    await user.click(screen.getByRole('button', { name: 'Attach to Pump' }));
    expect(attach).toHaveBeenCalledWith(1);
    expect(address()).toBe('/list');
    await user.click(screen.getByText('Łódź'));
    expect(address()).toBe('/machineEdit?id=1');
  });

  it('are links for the keyboard', async () => {
    const { user } = await renderComponent(table());
    screen.getByRole('link', { name: 'Press' }).focus();
    await user.keyboard('{Enter}');
    expect(address()).toBe('/machineEdit?id=2');
  });

  it('break a very long word, and no other one', async () => {
    const word = 'Hochdruckreinigungsanlagensteuerung';
    const [pump] = machines as [Machine];
    await renderComponent(table({ rows: [{ ...pump, name: `Pump ${word} north`, customer: word }] }));
    expect(screen.getByRole('link')).toHaveAccessibleName(`Pump ${word} north`);
    const breaking = screen.getAllByText(word);
    expect(breaking).toHaveLength(2);
    for (const each of breaking) expect(each).toHaveAttribute('data-long-word');
  });

  it('may be buttons instead', async () => {
    const onRowClick = vi.fn();
    const { user } = await renderComponent(table({ rowHref: undefined, onRowClick }));
    await user.click(screen.getByRole('button', { name: 'Press' }));
    await user.click(screen.getByText('Łódź'));
    expect(onRowClick.mock.calls.flat()).toEqual([machines[1], machines[0]]);
  });
});

describe('without rows', () => {
  it('shows placeholders for the rows while loading', async () => {
    await renderComponent(table({ rows: undefined, query: asking(), size: 5 }));
    expect(screen.getAllByRole('row')).toHaveLength(1 + 5);
    expect(screen.queryByText('No machines yet')).toBeNull();
  });

  it('distinguishes an empty list from an empty search', async () => {
    const onSearch = vi.fn();
    const { user, show } = await renderComponent(table({ rows: [] }));
    expect(screen.getByText('No machines yet')).toBeVisible();
    show(table({ rows: [], search: 'zzz', onSearch }));
    expect(screen.getByText('Nothing matches “zzz”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(onSearch).toHaveBeenCalledWith('');
  });

  it('offers to clear the filters', async () => {
    const onClearFilters = vi.fn();
    const { user } = await renderComponent(table({ rows: [], filtered: true, onClearFilters }));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(onClearFilters).toHaveBeenCalledOnce();
  });

  it('shows the failure, and retries', async () => {
    const refetch = vi.fn();
    const error = new ApiError({ status: 403, code: 'NO_PERMISSION' });
    const query = asking({ fetchStatus: 'idle', error, refetch });
    const { user } = await renderComponent(table({ rows: undefined, query }));
    expect(screen.getByRole('alert')).toHaveTextContent('No permission for this operation.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});

describe('rows of another search', () => {
  it.each([true, false])('cannot be clicked while the answer is pending (phone: %s)', async (narrow) => {
    screenIs.narrow = narrow;
    const query = asking({ data: machines, isPlaceholderData: true });
    const { show } = await renderComponent(table({ query }));
    expect(screen.getByText('Pump').closest('[inert]')).not.toBeNull();
    show(table({ query: asking({ data: machines, fetchStatus: 'fetching' }) }));
    expect(screen.getByText('Pump').closest('[inert]')).toBeNull();
  });

  it.each([
    ['offline', { fetchStatus: 'paused' } as const],
    ['while no server is found', { failureReason: new ApiError({ status: 0, code: 'CONNECTION' }) }],
  ])('give way to a plain word %s', async (_, state) => {
    await renderComponent(table({ query: asking({ data: machines, isPlaceholderData: true, ...state }) }));
    expect(screen.getByText('No connection')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('Pump')).not.toBeInTheDocument();
  });

  it('that are the current answer stay if newer ones cannot be requested', async () => {
    await renderComponent(table({ query: asking({ data: machines, fetchStatus: 'paused' }) }));
    expect(screen.getByText('Pump')).toBeVisible();
  });

  it('that are the current answer stay if a refetch fails', async () => {
    const error = new ApiError({ status: 500, code: 'INTERNAL' });
    await renderComponent(table({ query: asking({ data: machines, fetchStatus: 'idle', error }) }));
    expect(screen.getByText('Pump')).toBeVisible();
  });
});

describe('search', () => {
  it('waits until the user pauses typing, and keeps the focus', async () => {
    const onSearch = vi.fn();
    const { user } = await renderComponent(table({ search: '', onSearch }));
    const box = screen.getByRole('searchbox', { name: 'Search' });
    await user.type(box, ' pump ');
    expect(onSearch).not.toHaveBeenCalled();
    await waitFor(() => expect(onSearch).toHaveBeenCalledOnce());
    expect(onSearch).toHaveBeenCalledWith('pump');
    expect(box).toHaveFocus();
  });

  it('clears at once and keeps the focus', async () => {
    const onSearch = vi.fn();
    const { user } = await renderComponent(table({ search: 'pump', onSearch }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onSearch).toHaveBeenCalledWith('');
    const box = screen.getByRole('searchbox');
    expect(box).toHaveValue('');
    expect(box).toHaveFocus();
  });

  it('follows a search text set elsewhere', async () => {
    const { show } = await renderComponent(table({ search: 'pump', onSearch: () => {} }));
    show(table({ search: '', onSearch: () => {} }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

describe('columns', () => {
  it('are printed as a table, even on a phone', async () => {
    screenIs.narrow = true;
    await renderComponent(table());
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await act(async () => window.dispatchEvent(new Event('beforeprint')));
    expect(screen.getByRole('table')).toHaveTextContent('Pump');
    await act(async () => window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('can be chosen, and are remembered by the table’s name', async () => {
    const { user, unmount } = await renderComponent(table({ name: 'machines' }));
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads()).toEqual(['Name', 'Customer', 'City', 'Actions']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull();
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'City' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Country' }));
    expect(heads()).toEqual(['Name', 'Customer', 'Country', 'Actions']);
    unmount();
    await renderComponent(table({ name: 'machines' }));
    expect(heads()).toEqual(['Name', 'Customer', 'Country', 'Actions']);
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    screenIs.narrow = true;
  });

  it('shows cards with a link in the title and without empty lines', async () => {
    const { user } = await renderComponent(table());
    expect(screen.queryByRole('table')).toBeNull();
    const [pump, press] = within(screen.getByRole('list', { name: 'Machines' })).getAllByRole('listitem');
    expect(pump).toHaveTextContent('City');
    expect(press).not.toHaveTextContent('City');
    await user.click(screen.getByRole('button', { name: 'Attach to Press' }));
    expect(attach).toHaveBeenCalledWith(2);
    expect(address()).toBe('/list');
    await user.click(screen.getByRole('link', { name: 'Press' }));
    expect(address()).toBe('/machineEdit?id=2');
  });

  it('sorts through a menu', async () => {
    const onSort = vi.fn();
    const { user } = await renderComponent(table({ sort: { by: 'name', direction: 'asc' }, onSort }));
    await user.click(screen.getByRole('button', { name: 'Sort by: Name' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Customer' }));
    expect(onSort).toHaveBeenLastCalledWith({ by: 'customer', direction: 'asc' });
    // The menu stays open, because field and direction are often chosen together.
    await user.click(screen.getByRole('menuitemradio', { name: 'Descending' }));
    expect(onSort).toHaveBeenLastCalledWith({ by: 'name', direction: 'desc' });
  });

  it('keeps rows if the table asks for them', async () => {
    await renderComponent(table({ cards: false }));
    expect(screen.getByRole('table', { name: 'Machines' })).toBeVisible();
  });
});

function Chooser() {
  const [city, setCity] = useState('');
  const [page, setPage] = useState(0);
  const selection = useRowSelection({ city }, 3);
  const many = Array.from({ length: 4 }, (_, at) => ({
    id: at + 1,
    name: `M${at + 1}`,
    customer: '',
    city,
  }));
  return (
    <>
      <button type="button" onClick={() => setCity('Łódź')}>
        Filter
      </button>
      {table({
        ...{ rows: many.slice(page * 2, page * 2 + 2), total: 4, page, size: 2, onPage: setPage },
        selection: {
          ...selection,
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          actions: <button type="button">{`Plan ${[...selection.ids].join(' ')}`}</button>,
        },
      })}
    </>
  );
}

describe('Choosing rows', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name });

  it.each([false, true])(
    'works across pages, up to a limit, and starts over with another filter (phone: %s)',
    async (narrow) => {
      screenIs.narrow = narrow;
      const { user } = await renderComponent(<Chooser />);
      expect(screen.queryByRole('button', { name: /Plan/ })).toBeNull();
      await user.click(box('Select M2'));
      expect(address()).toBe('/list');
      expect(screen.getByText('1 selected')).toBeVisible();
      expect(box('Select all rows of this page')).toBePartiallyChecked();
      await user.click(box('Select all rows of this page'));
      await user.click(screen.getByRole('button', { name: 'Page 2' }));
      await user.click(box('Select all rows of this page'));
      expect(screen.getByRole('button', { name: 'Plan 2 1 3' })).toBeVisible();
      expect(box('Select M4')).toBeDisabled();
      expect(screen.getByText('At most 3 at once.')).toBeVisible();
      await user.click(box('Select M3'));
      expect(box('Select M4')).toBeEnabled();
      await user.click(screen.getByRole('button', { name: 'Filter' }));
      expect(screen.queryByRole('button', { name: /Plan/ })).toBeNull();
      expect(box('Select M3')).not.toBeChecked();
    },
  );
});
