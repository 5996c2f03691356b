import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

describe('The first prices', () => {
  it('are in the currency of the company’s country, whatever the language of the screen', async () => {
    fakeServer({
      'GET /api/billing/prices': { body: [] },
      'GET /api/account/getAccount': { body: { id: 1, country: 'PL' } },
    });
    const { user } = await renderApp('/myAccount?tab=prices', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add prices' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Currency')).toHaveValue('PLN');
  });
});
