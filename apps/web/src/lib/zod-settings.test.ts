import './zod-settings.ts';
import { expect, it } from 'vitest';

it('keeps zod from compiling code at run time', async () => {
  const { config } = await import('zod');
  expect(config()).toMatchObject({ jitless: true });
});
