import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../testing/render-component.tsx';
import { queryClient } from './query-client.ts';
import { useSaveForm } from './use-save-form.ts';
import { sessionQuery } from './use-session.ts';

const Thing = z.object({ name: z.string().min(1, 'REQUIRED') });

function Form({ save }: { save: () => Promise<void> }) {
  const { submit, field } = useSaveForm({ schema: Thing, defaultValues: { name: 'Pump' }, save });
  return (
    <form onSubmit={submit} noValidate>
      <input aria-label="Name" {...field('name')} />
      <button type="submit">Save</button>
    </form>
  );
}

describe('A form that saves', () => {
  it('saves once, however often Save is clicked before the answer', async () => {
    let answer = () => {};
    const save = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await renderComponent(
      <QueryClientProvider client={queryClient}>
        <Form save={save} />
      </QueryClientProvider>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    // Both clicks in one go, before React can render the saving state.
    act(() => {
      for (let click = 0; click < 3; click++) button.click();
    });
    await waitFor(() => expect(save).toHaveBeenCalled());
    await act(async () => answer());
    expect(save).toHaveBeenCalledOnce();

    fireEvent.click(button);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  });
});
