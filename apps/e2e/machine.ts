// A company's first machine, without the screens.
import type { Page } from '@playwright/test';
import { call } from './session.ts';

interface Given {
  customer?: object;
  machine?: object;
}

/** Adds the customer Mill and its Press 5 in the category Presses, or as given. */
export async function addMachine(
  page: Page,
  given: Given = {},
): Promise<{ customer: { id: number }; category: { id: number }; id: number }> {
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill and Sons Ltd',
    ...given.customer,
  });
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: 'Presses' });
  const id = await call<number>(page, '/api/device/insert', {
    name: 'Press 5',
    category: { id: category.id },
    customer: { id: customer.id },
    ...given.machine,
  });
  return { customer: { id: customer.id }, category: { id: category.id }, id };
}
