import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import * as toast from '../lib/toast.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { DeletionDialog, useDeletion } from './deletion.tsx';

const remove = vi.fn<(id: number) => Promise<void>>();
const onDone = vi.fn();
const pumps = [
  { id: 7, name: 'Pump' },
  { id: 8, name: 'Press' },
];

function Pumps() {
  const deletion = useDeletion<(typeof pumps)[number]>(useMutation({ mutationFn: remove }), {
    texts: ({ name }) => ({ title: `Delete ${name}?`, message: 'It will be gone.' }),
    onDone,
  });
  return (
    <>
      {pumps.map((pump) => (
        <button key={pump.id} type="button" onClick={() => deletion.ask(pump)}>
          {pump.name}
        </button>
      ))}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}

it('a refused deletion shows the reason, which is cleared with the dialog, and succeeds later', async () => {
  const showToast = vi.spyOn(toast, 'showToast').mockReturnValue();
  remove.mockRejectedValueOnce(new ApiError({ status: 409, code: 'DEVICE_IN_USE' })).mockResolvedValue();
  const { user } = await renderComponent(<Pumps />);

  await user.click(screen.getByRole('button', { name: 'Pump' }));
  const first = await screen.findByRole('dialog', { name: 'Delete Pump?' });
  await user.click(within(first).getByRole('button', { name: 'Delete' }));
  expect(await within(first).findByRole('alert')).toHaveTextContent('cannot be deleted');
  expect(onDone).not.toHaveBeenCalled();
  await user.click(within(first).getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'Press' }));
  const second = await screen.findByRole('dialog', { name: 'Delete Press?' });
  expect(within(second).queryByRole('alert')).toBeNull();
  await user.click(within(second).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(remove.mock.calls.map(([id]) => id)).toEqual([7, 8]);
  expect(onDone.mock.calls).toEqual([[pumps[1]]]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith({ tone: 'success', message: 'Deleted' });
});
