import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { renderComponent } from '../testing/render-component.tsx';
import { watchDoubleTaps } from './double-tap.ts';

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  stop = watchDoubleTaps();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A list that loses a row by the row's own box. */
function Rows({ onDone }: { onDone: (name: string) => void }) {
  const [rows, setRows] = useState(['Buy oil', 'Order a belt', 'Check the pump']);
  return rows.map((name) => (
    <label key={name}>
      <input
        type="checkbox"
        onChange={() => {
          onDone(name);
          setRows(rows.filter((each) => each !== name));
        }}
      />
      {name}
    </label>
  ));
}

function Asking({ onClose }: { onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Done
      </button>
      <ConfirmDialog
        opened={asking}
        title="Done?"
        message=""
        confirmLabel="Yes"
        onConfirm={() => {}}
        onClose={onClose}
      />
    </>
  );
}

const overlay = () => {
  const found = document.querySelector('.mantine-Modal-overlay');
  if (!found) throw new Error('No dialog is open');
  return found;
};

async function show(ui: React.ReactNode) {
  const { user } = await renderComponent(ui);
  return (target: Element, clientY = 300) =>
    user.pointer([{ keys: '[MouseLeft]', target, coords: { clientX: 100, clientY } }]);
}

describe('The second tap of a double tap', () => {
  it('does nothing to the row that has moved into the place of the first', async () => {
    const onDone = vi.fn();
    const tap = await show(<Rows onDone={onDone} />);
    await tap(screen.getByText('Buy oil'));
    await tap(screen.getByText('Order a belt'), 310);
    await tap(screen.getByLabelText('Order a belt'));
    expect(onDone.mock.calls).toEqual([['Buy oil']]);
    expect(screen.getByLabelText('Order a belt')).not.toBeChecked();
  });

  it('does not close the dialog that the first has opened', async () => {
    const onClose = vi.fn();
    const tap = await show(<Asking onClose={onClose} />);
    await tap(screen.getByRole('button', { name: 'Done' }));
    await screen.findByRole('dialog');
    await tap(overlay());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('presses what has only moved there, such as the next tab of a row that scrolls', async () => {
    const onClick = vi.fn();
    const tap = await show(
      <>
        <button type="button">Branches</button>
        <button type="button" onClick={onClick}>
          My data
        </button>
      </>,
    );
    await tap(screen.getByRole('button', { name: 'Branches' }));
    await tap(screen.getByRole('button', { name: 'My data' }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('presses the same button again', async () => {
    const onClick = vi.fn();
    const tap = await show(
      <button type="button" onClick={onClick}>
        Next <b>month</b>
      </button>,
    );
    await tap(screen.getByRole('button'));
    await tap(screen.getByText('month'));
    expect(onClick).toHaveBeenCalledTimes(2);
  });
});

describe('Two taps that are no double tap', () => {
  it('count both if the second comes later', async () => {
    const onDone = vi.fn();
    const tap = await show(<Rows onDone={onDone} />);
    await tap(screen.getByText('Buy oil'));
    vi.advanceTimersByTime(600);
    await tap(screen.getByText('Order a belt'));
    expect(onDone.mock.calls).toEqual([['Buy oil'], ['Order a belt']]);
  });

  it('count both if the second is in another place, or a key', async () => {
    const onDone = vi.fn();
    const tap = await show(<Rows onDone={onDone} />);
    await tap(screen.getByText('Buy oil'));
    await tap(screen.getByText('Order a belt'), 400);
    screen.getByLabelText('Check the pump').click();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(3));
  });
});
