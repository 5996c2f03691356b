import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { useNamedOnceShown, useServiceAddress } from './use-service-address.ts';

/** What was on the screen, one after the other. */
const shown: string[] = [];

function Popup() {
  const address = useServiceAddress();
  const { target, left, open, close } = address;
  useNamedOnceShown(address, true);
  useEffect(() => {
    shown.push(left ? 'left' : `${target ?? 'closed'}`);
  }, [target, left]);
  return (
    <>
      <button type="button" onClick={() => open('new')}>
        Open
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

it('opens the popup again after a double click, and if it is closed and opened at once', async () => {
  const { user } = await renderComponent(<Popup />, '/machineEdit?id=1');
  await act(async () => {
    button('Open').click();
    button('Open').click();
  });
  for (const name of ['Close', 'Open']) await user.click(button(name));
  await expect.poll(() => shown.at(-1)).toBe('new');
  await act(async () => {
    button('Close').click();
    button('Open').click();
  });
  await expect.poll(() => shown.at(-1)).toBe('new');
});

it('opens the popup once, also after it was closed', async () => {
  shown.length = 0;
  const { user, router } = await renderComponent(<Popup />, '/machineEdit?id=1');
  for (const name of ['Open', 'Close', 'Open']) await user.click(button(name));
  expect(shown).toEqual(['closed', 'new', 'closed', 'new']);
  await router.navigate(-1);
  await expect.poll(() => shown.at(-1)).toBe('left');
});

it('stays closed if it was closed before the address named it', async () => {
  shown.length = 0;
  const { router } = await renderComponent(<Popup />, '/machineEdit?id=1');
  // The router has the new address, and the screen not yet.
  await act(async () => {
    button('Open').click();
    await Promise.resolve();
    button('Close').click();
  });
  await expect.poll(() => router.state.location.search).toBe('?id=1');
  expect(shown.at(-1)).toBe('closed');
});
