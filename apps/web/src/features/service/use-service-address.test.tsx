import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { useServiceAddress } from './use-service-address.ts';

/** What was on the screen, one after the other. */
const shown: string[] = [];

function Popup() {
  const { target, left, open, close } = useServiceAddress();
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

it('opens the popup once, also after it was closed', async () => {
  const { user, router } = await renderComponent(<Popup />, '/machineEdit?id=1');
  for (const name of ['Open', 'Close', 'Open']) await user.click(screen.getByRole('button', { name }));
  expect(shown).toEqual(['closed', 'new', 'closed', 'new']);
  await router.navigate(-1);
  await expect.poll(() => shown.at(-1)).toBe('left');
});
