import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useOpenService } from '../../lib/use-open-service.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { useServiceAddress } from './use-service-address.ts';

/** What was on the screen, one after the other. */
const shown: string[] = [];

beforeEach(() => {
  shown.length = 0;
});

function Popup() {
  const open = useOpenService();
  const { target, left, close } = useServiceAddress();
  useEffect(() => {
    shown.push(left ? 'left' : `${target ?? 'closed'}`);
  }, [target, left]);
  useEffect(() => {
    if (left) close();
  }, [left, close]);
  return (
    <>
      <button type="button" onClick={() => open('new')}>
        Open
      </button>
      <button type="button" onClick={() => open(12)}>
        Open another
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const atMachine = () => renderComponent(<Popup />, '/machineEdit?id=1');
const addressOf = ({ router }: Awaited<ReturnType<typeof atMachine>>) => router.state.location.search;
const opened = '?id=1&activeTab=service&service=new';

it('opens with the address, once, also after it was closed', async () => {
  const { user } = await atMachine();
  for (const name of ['Open', 'Close', 'Open']) await user.click(button(name));
  expect(shown).toEqual(['closed', 'new', 'closed', 'new']);
});

it('is closed by one step back, also after a double click and at once', async () => {
  const page = await atMachine();
  await act(async () => {
    button('Open').click();
    button('Open').click();
    expect(addressOf(page)).toBe(opened);
    await page.router.navigate(-1);
  });
  await expect.poll(() => shown.at(-1)).toBe('closed');
  expect(addressOf(page)).toBe('?id=1');
  await page.user.click(button('Open'));
  expect(shown.at(-1)).toBe('new');
});

it('stays closed if it is closed before the screen has shown its address', async () => {
  const page = await atMachine();
  await act(async () => {
    button('Open').click();
    await Promise.resolve();
    button('Close').click();
  });
  await expect.poll(() => addressOf(page)).toBe('?id=1');
  expect(shown.at(-1)).toBe('closed');
});

it.each(['Open', 'Open another'])('waits for the step back of the one that was closed: %s', async (name) => {
  const page = await atMachine();
  await page.user.click(button('Open'));
  await act(async () => {
    button('Close').click();
    button(name).click();
  });
  const service = name === 'Open' ? 'new' : '12';
  await expect.poll(() => shown.at(-1)).toBe(service);
  expect(new URLSearchParams(addressOf(page)).get('service')).toBe(service);
  await page.router.navigate(-1);
  await expect.poll(() => addressOf(page)).toBe('?id=1');
});
