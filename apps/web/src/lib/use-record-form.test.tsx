import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../testing/render-component.tsx';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { useRecordForm } from './use-record-form.ts';
import { sessionQuery } from './use-session.ts';

const Thing = z.object({ name: z.string(), revision: z.number() });
type Thing = z.infer<typeof Thing>;
const stored: Thing = { name: 'Pump', revision: 1 };
const valuesOf = (thing: Thing) => thing;

function Form({ save }: { save: (content: Thing, key: string) => Promise<Thing> }) {
  const form = useRecordForm({ schema: Thing, stored, valuesOf, fetchNewest: async () => stored, save });
  return (
    <form onSubmit={form.submit} noValidate>
      <input aria-label="Name" {...form.field('name')} />
      <button type="submit">Save</button>
      {form.failure && <p>No answer</p>}
      {form.conflict && <p>Conflict</p>}
    </form>
  );
}

describe('A record saved again after a lost answer', () => {
  it('does not conflict with itself: the lost save is repeated first, and then changed', async () => {
    let now = stored;
    const calls: [Thing, string][] = [];
    const known = new Map<string, Thing>();
    const save = vi.fn(async (content: Thing, key: string) => {
      calls.push([content, key]);
      const repeated = known.get(key);
      if (repeated) return repeated;
      if (content.revision !== now.revision) throw new ApiError({ status: 409, code: 'RECORD_CHANGED' });
      now = { ...content, revision: now.revision + 1 };
      known.set(key, now);
      // The server stores it, but the answer is lost.
      if (calls.length === 1) throw new ApiError({ status: 0, code: 'CONNECTION' });
      return now;
    });
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await renderComponent(<Form save={save} />);
    const name = screen.getByLabelText('Name');
    const button = screen.getByRole('button', { name: 'Save' });
    fireEvent.change(name, { target: { value: 'Press' } });
    fireEvent.click(button);
    await screen.findByText('No answer');
    fireEvent.change(name, { target: { value: 'Hydraulic press' } });
    fireEvent.click(button);
    await waitFor(() => expect(now).toEqual({ name: 'Hydraulic press', revision: 3 }));
    expect(calls[1]).toEqual(calls[0]);
    expect(screen.queryByText('Conflict')).toBeNull();
    expect(name).toHaveValue('Hydraulic press');
  });
});
