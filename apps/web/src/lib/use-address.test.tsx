import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderComponent } from '../testing/render-component.tsx';
import { useAddress } from './use-address.ts';

const Filter = z.object({ city: z.string().default(''), status: z.string().default('') });

function Filters() {
  const { change } = useAddress(Filter);
  const changeTwice = async () => {
    change({ city: 'Gdynia' });
    await Promise.resolve();
    change({ status: 'FAULT' });
  };
  return (
    <button type="button" onClick={changeTwice}>
      change
    </button>
  );
}

it('keeps a change that the screen does not show yet when another one follows', async () => {
  const { user } = await renderComponent(<Filters />);
  await user.click(screen.getByRole('button'));
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('/list?city=Gdynia&status=FAULT'),
  );
});
