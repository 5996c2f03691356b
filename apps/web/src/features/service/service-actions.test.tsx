import { formatServiceActions } from '@servicebook/shared/service-action';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import {
  add,
  forgetDrafts,
  history,
  machine,
  one,
  open,
  page,
  protocol,
  repair,
  save,
  sent,
  startNew,
  storing,
} from '../../testing/service-story.ts';

forgetDrafts();

const many = Array.from({ length: 12 }, (_, at) => ({
  name: `Point ${at + 1}`,
  fields: at < 2 ? [{ name: 'Reading', unit: 'kWh/100km' }] : [],
}));
const story = () =>
  fakeServer({
    ...machine,
    'GET /api/category/findById/2': {
      body: { id: 2, name: 'Presses', count: 1, serviceReviewOperationsList: formatServiceActions(many) },
    },
    [add]: storing,
    [one]: { body: protocol },
  });
const point = (dialog: HTMLElement, number: number) =>
  within(dialog).findByRole('checkbox', { name: `Point ${number}` });
const reading = (dialog: HTMLElement, number: number) =>
  within(dialog).findByLabelText(`Point ${number}: Reading, kWh/100km`);

describe('The actions of a machine', () => {
  it('appear before the result below them, so that it does not move under a finger', async () => {
    story();
    const { user } = await open();
    const order = new Set<string>();
    const watch = new MutationObserver(() => {
      if (screen.queryByLabelText('Point 1')) order.add('action');
      if (screen.queryByRole('combobox', { name: /: result$/ })) order.add('result');
    });
    watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    const dialog = await startNew(user);
    await point(dialog, 1);
    expect(await within(dialog).findByLabelText(/: result$/)).toBeVisible();
    watch.disconnect();
    expect([...order]).toEqual(['action', 'result']);
  });

  it('that cannot be loaded hide nothing while they are asked for again', async () => {
    const server = story();
    server.handlers['GET /api/category/findById/2'] = refusal(500, 'INTERNAL');
    const { user } = await open();
    const dialog = await startNew(user);
    const again = await within(dialog).findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
    const result = () => within(dialog).queryByRole('combobox', { name: /: result$/ });
    expect(result()).toBeVisible();
    const hidden = vi.fn();
    const watch = new MutationObserver(() => result() ?? hidden());
    watch.observe(dialog, { attributes: true, childList: true, subtree: true });
    server.handlers['GET /api/category/findById/2'] = {
      body: { id: 2, name: 'Presses', count: 1, serviceReviewOperationsList: formatServiceActions(many) },
    };
    await user.click(again);
    await point(dialog, 1);
    watch.disconnect();
    expect(hidden).not.toHaveBeenCalled();
  });

  it('show the progress of a long list, and filter the open ones', async () => {
    story();
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await point(dialog, 1));
    expect(within(dialog).getByText('1 of 12 done')).toBeVisible();
    const onlyOpen = () => within(dialog).getByRole('button', { name: /^Open/ });
    expect(onlyOpen()).toHaveAttribute('aria-pressed', 'false');

    await user.click(onlyOpen());
    expect(onlyOpen()).toHaveAttribute('aria-pressed', 'true');
    expect(within(dialog).queryByRole('checkbox', { name: 'Point 1' })).not.toBeInTheDocument();
    // Its value must still be filled in, so it stays until the list is filtered again.
    await user.click(await point(dialog, 2));
    expect(await reading(dialog, 2)).toBeVisible();
    expect(onlyOpen()).toHaveAccessibleName('Open 10');
    await user.click(onlyOpen());
    expect(within(dialog).queryByRole('checkbox', { name: 'Point 2' })).not.toBeInTheDocument();
    expect(await point(dialog, 3)).not.toBeChecked();

    await user.click(within(dialog).getByRole('button', { name: 'All 12' }));
    expect(await point(dialog, 1)).toBeChecked();
    expect(await point(dialog, 2)).toBeChecked();
  });

  it('ask for a value that became required after the action was stored', async () => {
    const stored = {
      ...protocol,
      actions: [{ device: { id: 5 }, name: 'Test', quantity: 1, fields: [] }],
    };
    const pressure = { name: 'Pressure', unit: 'bar', required: true };
    const server = fakeServer({
      ...machine,
      'GET /api/category/findById/2': {
        body: {
          id: 2,
          name: 'Presses',
          count: 1,
          serviceReviewOperationsList: formatServiceActions([
            { name: 'Clean', fields: [] },
            { name: 'Test', fields: [pressure] },
          ]),
        },
      },
      [history]: page(stored),
      [add]: storing,
      [one]: { body: stored },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Protocol 25A/11/2026' });
    const value = await within(dialog).findByLabelText('Test: Pressure, bar');
    expect(value.closest('.mantine-TextInput-root')).toHaveTextContent('Pressure *');
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    expect(await within(dialog).findByText('Enter the value, or say why there is none.')).toBeVisible();
    expect(sent(server)).toHaveLength(0);
    await user.type(value, '4');
    expect(within(dialog).queryByText('Enter the value, or say why there is none.')).not.toBeInTheDocument();
    await user.click(save(dialog));
    await waitFor(() =>
      expect(sent(server)[0]).toMatchObject({ actions: [{ name: 'Test', fields: [{ value: '4' }] }] }),
    );
  });

  it('ask before the signature for a value that must be filled, or for the reason', async () => {
    const server = fakeServer({
      ...machine,
      'GET /api/category/findById/2': {
        body: {
          id: 2,
          name: 'Presses',
          count: 1,
          serviceReviewOperationsList: formatServiceActions([
            { name: 'Test', fields: [{ name: 'Pressure', unit: 'bar', required: true }] },
          ]),
        },
      },
      [add]: storing,
      [one]: { body: protocol },
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Test' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    expect(await within(dialog).findByText('Enter the value, or say why there is none.')).toBeVisible();
    expect(sent(server)).toHaveLength(0);
    await user.type(within(dialog).getByLabelText('Test: Pressure: why not'), 'Gauge broken');
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    await waitFor(() =>
      expect(sent(server)[0]).toMatchObject({
        actions: [{ fields: [{ name: 'Pressure', value: '', reason: 'Gauge broken' }] }],
      }),
    );
  });

  it('show errors in a line even while only the open ones are shown', async () => {
    const server = story();
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(await point(dialog, 3));
    const quantity = within(dialog).getByLabelText('Point 3: quantity');
    await user.clear(quantity);
    await user.type(quantity, 'two');
    await user.click(within(dialog).getByRole('button', { name: /^Open/ }));
    expect(within(dialog).queryByLabelText('Point 3: quantity')).not.toBeInTheDocument();
    await user.click(save(dialog));
    expect(await within(dialog).findByLabelText('Point 3: quantity')).toBeInvalid();
    expect(sent(server)).toEqual([]);
  });

  it('accept values below zero, with comma or point, and show the full unit', async () => {
    const server = story();
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(await point(dialog, 1));
    await user.click(await point(dialog, 2));
    expect(within(dialog).getAllByText('kWh/100km')).toHaveLength(2);
    expect(await reading(dialog, 1)).toHaveAttribute('inputmode', 'decimal');
    await user.type(await reading(dialog, 1), '18,5');
    const sign = (number: number) =>
      within(dialog).getByRole('button', { name: `Point ${number}: Reading: change the sign` });
    await user.click(sign(1));
    expect(await reading(dialog, 1)).toHaveValue('-18,5');
    expect(await reading(dialog, 1)).toHaveFocus();
    await user.click(sign(2));
    await user.keyboard('3.25');
    await user.click(save(dialog));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0].actions.map(({ fields }: { fields: unknown }) => fields)).toEqual([
      [{ name: 'Reading', unit: 'kWh/100km', value: '-18,5' }],
      [{ name: 'Reading', unit: 'kWh/100km', value: '-3.25' }],
    ]);
  });

  it('move from value to value on Enter, and close the keyboard after the last', async () => {
    story();
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await point(dialog, 1));
    await user.click(await point(dialog, 2));
    expect(await reading(dialog, 1)).toHaveAttribute('enterkeyhint', 'next');
    expect(await reading(dialog, 2)).toHaveAttribute('enterkeyhint', 'done');
    await user.type(await reading(dialog, 1), '1{Enter}');
    expect(await reading(dialog, 2)).toHaveFocus();
    await user.keyboard('2{Enter}');
    expect(await reading(dialog, 2)).toHaveValue('2');
    expect(await reading(dialog, 2)).not.toHaveFocus();
    const quantity = within(dialog).getByLabelText('Point 1: quantity');
    await user.type(quantity, '{Enter}');
    expect(quantity).not.toHaveFocus();
  });
});

describe('Another machine', () => {
  it('is offered with one tap; its list closes after the choice or unused', async () => {
    story();
    const { user } = await open();
    const dialog = await startNew(user);
    await repair(dialog);
    const another = () => within(dialog).queryByRole('button', { name: 'Another machine' });
    await user.click(another() as HTMLElement);
    const field = within(dialog).getByRole('combobox', { name: 'Machines at Mill' });
    expect(field).toHaveFocus();
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'true'));
    await user.click(within(dialog).getByLabelText('Fault description'));
    expect(another()).toBeVisible();

    await user.click(another() as HTMLElement);
    await user.click(await screen.findByRole('option', { name: /Band saw/, hidden: true }));
    const chosen = within(dialog).getByRole('combobox', { name: 'Machines at Mill' });
    expect(chosen).toHaveAttribute('aria-expanded', 'false');
    expect(chosen).not.toHaveFocus();
    expect(within(dialog).getByRole('button', { name: /^Band saw/ })).toBeVisible();
  });
});
