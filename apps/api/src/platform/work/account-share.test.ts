import { expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';

const app = useTestApp({ ACCOUNT_REQUESTS_PER_SECOND: '1' });

it('one company has its requests counted over twenty seconds; others go on', async () => {
  const busy = await app.as(await buildAdmin(app));
  const other = await app.as(await buildAdmin(app));
  for (let count = 0; count < 20; count++) await busy.user.checkAuth();
  const refused = await refusal(busy.user.checkAuth());
  expect(refused).toMatchObject({ status: 429, code: 'TOO_MUCH_WORK' });
  await other.user.checkAuth();
});
