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
  const toggle = () => change(({ status }) => ({ status: status ? '' : 'FAULT' }));
  const toggleThrice = async () => {
    for (const _ of [1, 2, 3]) {
      toggle();
      await Promise.resolve();
    }
  };
  return (
    <>
      <button type="button" onClick={changeTwice}>
        change
      </button>
      <button type="button" onClick={toggleThrice}>
        toggle
      </button>
    </>
  );
}

it('keeps a change that the screen does not show yet when another one follows', async () => {
  const { user } = await renderComponent(<Filters />);
  await user.click(screen.getByRole('button', { name: 'change' }));
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('/list?city=Gdynia&status=FAULT'),
  );
});

it('switches by the current value, not by the one on the screen', async () => {
  const { user } = await renderComponent(<Filters />);
  await user.click(screen.getByRole('button', { name: 'toggle' }));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/list?status=FAULT'));
});
