import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyAhead } from './lazy-ahead.tsx';

it('draws a component at once if its code has arrived', async () => {
  const Panel = lazyAhead(async () => () => <p>Panel</p>);
  await Panel.load();
  render(
    <Suspense fallback="Loading">
      <Panel />
    </Suspense>,
  );
  expect(screen.getByText('Panel')).toBeVisible();
});
