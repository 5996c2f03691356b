import { appContract } from '@servicebook/shared/app';
import { expect, it } from 'vitest';
import { appConfigPath } from './use-app-config.ts';

it('uses the path of the contract', () => {
  expect(appConfigPath).toBe(appContract.config.path);
});
