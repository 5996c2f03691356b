import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const dialog = (props: Partial<React.ComponentProps<typeof ConfirmDialog>> = {}) => (
  <ConfirmDialog
    opened
    title="Delete this machine?"
    message="This cannot be undone."
    confirmLabel="Delete"
    onConfirm={() => {}}
    onClose={() => {}}
    {...props}
  />
);

function Asking() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Remove
      </button>
      {dialog({ opened, onClose: () => setOpened(false) })}
    </>
  );
}

describe('ConfirmDialog', () => {
  it('confirms or cancels', async () => {
    const [onConfirm, onClose] = [vi.fn(), vi.fn()];
    const { user } = await renderComponent(dialog({ onConfirm, onClose }));
    expect(screen.getByRole('dialog', { name: 'Delete this machine?' })).toHaveTextContent(
      'This cannot be undone.',
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('confirms once, even if the second click comes before the action is shown as running', async () => {
    const onConfirm = vi.fn();
    const { user, show } = await renderComponent(dialog({ onConfirm }));
    await user.dblClick(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    show(dialog({ onConfirm, loading: true }));
    show(dialog({ onConfirm, error: 'Refused.' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  it('shows the failure and stays open', async () => {
    const error = new ApiError({ status: 409, code: 'DEVICE_IN_USE' });
    const { show } = await renderComponent(dialog({ error }));
    expect(screen.getByRole('alert')).toHaveTextContent('A machine with a history cannot be deleted');
    show(dialog({ error: 'The last administrator stays.' }));
    expect(screen.getByRole('alert')).toHaveTextContent('The last administrator stays.');
    show(dialog());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('cannot be closed while the action runs', async () => {
    const onClose = vi.fn();
    const { user } = await renderComponent(dialog({ loading: true, onClose }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('focuses cancel if something would be lost', async () => {
    await renderComponent(dialog({ danger: true }));
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  });

  it('gives the focus back to what opened it, also the first time', async () => {
    const { user } = await renderComponent(<Asking />);
    for (let time = 1; time <= 2; time++) {
      await user.click(screen.getByRole('button', { name: 'Remove' }));
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus());
    }
  });
});
