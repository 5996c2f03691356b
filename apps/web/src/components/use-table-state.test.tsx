import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { lastSeen } from '../lib/last-seen.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { useTableState } from './use-table-state.ts';

function Table({ inUrl = true }: { inUrl?: boolean }) {
  const table = useTableState({
    name: 'things',
    defaultSort: { by: 'id', direction: 'desc' },
    sizes: [5, 10, 20],
    defaultSize: 10,
    sortKeys: ['id', 'name'],
    inUrl,
  });
  return (
    <>
      <output data-testid="request">{JSON.stringify(table.request)}</output>
      <button type="button" onClick={() => table.setText('łódź')}>
        text
      </button>
      <button type="button" onClick={() => table.setSort({ by: 'name', direction: 'asc' })}>
        sort
      </button>
      <button type="button" onClick={() => table.setPage(3)}>
        page
      </button>
      <button type="button" onClick={() => table.setSize(5)}>
        size
      </button>
    </>
  );
}

const request = () => JSON.parse(screen.getByTestId('request').textContent ?? '');
const query = () => new URLSearchParams(screen.getByTestId('address').textContent?.split('?')[1]);
const standard = { text: '', sort: { by: 'id', direction: 'desc' }, page: 0, size: 10 };

beforeEach(() => localStorage.clear());

describe('in the address', () => {
  it('omits the defaults', async () => {
    await renderComponent(<Table />);
    expect(request()).toEqual(standard);
    expect([...query()]).toEqual([]);
  });

  it('reads the state from a link', async () => {
    await renderComponent(<Table />, '/list?q=pump&sort=name&page=3&size=20&prev=home');
    expect(request()).toEqual({ text: 'pump', sort: { by: 'name', direction: 'asc' }, page: 2, size: 20 });
  });

  it.each(['?sort=password&page=-4&size=7', '?page=two&size=&sort=-'])('survives %s', async (bad) => {
    await renderComponent(<Table />, `/list${bad}`);
    expect(request()).toEqual(standard);
  });

  it('truncates the search text to the server’s limit', async () => {
    await renderComponent(<Table />, `/list?q=%00${'x'.repeat(300)}`);
    expect(request().text).toBe('x'.repeat(200));
  });

  it('keeps other parameters, and restarts at the first page', async () => {
    const { user } = await renderComponent(<Table />, '/list?prev=home');
    await user.click(screen.getByText('page'));
    expect(query().get('page')).toBe('4');
    await user.click(screen.getByText('text'));
    await user.click(screen.getByText('sort'));
    expect(Object.fromEntries(query())).toEqual({ prev: 'home', q: 'łódź', sort: 'name' });
    expect(request()).toEqual({ text: 'łódź', sort: { by: 'name', direction: 'asc' }, page: 0, size: 10 });
  });

  it('keeps the first row visible when the page size changes, and remembers the size', async () => {
    const { user, unmount } = await renderComponent(<Table />);
    await user.click(screen.getByText('page'));
    await user.click(screen.getByText('size'));
    expect(request()).toMatchObject({ page: 6, size: 5 });
    unmount();
    await renderComponent(<Table />);
    expect(request()).toEqual({ ...standard, size: 5 });
  });

  it('restores the list’s last state', async () => {
    await renderComponent(<Table />, '/list?q=pump&page=2');
    expect(lastSeen('/list')).toBe('/list?q=pump&page=2');
    expect(lastSeen('/never-seen')).toBe('/never-seen');
  });
});

it('leaves the address unchanged in memory mode', async () => {
  const { user } = await renderComponent(<Table inUrl={false} />, '/list?q=other');
  await user.click(screen.getByText('text'));
  await user.click(screen.getByText('page'));
  expect(request()).toEqual({ ...standard, text: 'łódź', page: 3 });
  expect([...query()]).toEqual([['q', 'other']]);
});
