import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../testing/render-component.tsx';
import { moveItem, SortableList } from './sortable-list.tsx';

function List({ onMove }: { onMove?: (from: number, to: number) => void }) {
  const [items, setItems] = useState(['Oil', 'Filter', 'Test run']);
  return (
    <SortableList
      items={items}
      itemKey={(item) => item}
      itemLabel={(item) => item}
      onMove={(from, to) => {
        onMove?.(from, to);
        setItems(moveItem(items, from, to));
      }}
      renderItem={(item, handle) => (
        <div>
          {handle}
          {item}
        </div>
      )}
    />
  );
}
const order = () => screen.getAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => {
  // jsdom has no layout, but dragging by keyboard depends on positions.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const row = this.closest('li');
    const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
    return DOMRect.fromRect({ x: 0, y: index * 50, width: 300, height: 40 });
  });
});

describe('SortableList', () => {
  it('moves items by buttons, keeps the focus on them and announces the position', async () => {
    const { user } = await renderComponent(<List />);
    await user.click(screen.getByRole('button', { name: 'Move Oil down' }));
    expect(order()).toEqual(['Filter', 'Oil', 'Test run']);
    expect(screen.getByRole('button', { name: 'Move Oil down' })).toHaveFocus();
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      'Oil is at position 2 of 3.',
    );
    await user.keyboard('{Enter}');
    expect(order()).toEqual(['Filter', 'Test run', 'Oil']);
  });

  it('stops at both ends', async () => {
    const onMove = vi.fn();
    const { user } = await renderComponent(<List onMove={onMove} />);
    await user.click(screen.getByRole('button', { name: 'Move Oil up' }));
    await user.click(screen.getByRole('button', { name: 'Move Test run down' }));
    expect(onMove).not.toHaveBeenCalled();
  });

  it('moves items by keyboard like by dragging', async () => {
    const onMove = vi.fn();
    const { user } = await renderComponent(<List onMove={onMove} />);
    const grip = await screen.findByRole('button', { name: 'Move Oil' });
    grip.focus();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.getByText('Oil picked up, position 1 of 3.')).toBeInTheDocument());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByText('Oil is at position 2 of 3.')).toBeInTheDocument());
    await user.keyboard(' ');
    await waitFor(() => expect(onMove).toHaveBeenCalledWith(0, 1));
    expect(order()).toEqual(['Filter', 'Oil', 'Test run']);
  });

  it('leaves everything in place if the keyboard cancels', async () => {
    const onMove = vi.fn();
    const { user } = await renderComponent(<List onMove={onMove} />);
    (await screen.findByRole('button', { name: 'Move Oil' })).focus();
    await user.keyboard(' {ArrowDown}{Escape}');
    await waitFor(() => expect(screen.getByText('Moving Oil was cancelled.')).toBeInTheDocument());
    expect(onMove).not.toHaveBeenCalled();
  });
});

it('does not modify the original list', () => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(items, 2, 0)).toEqual(['c', 'a', 'b']);
  expect(items).toEqual(['a', 'b', 'c']);
});
