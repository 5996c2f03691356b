import { appContract } from '@servicebook/shared/app';
import { expect, it } from 'vitest';
import { appConfigPath } from './use-app-config.ts';

it('asks where the contract says', () => {
  expect(appConfigPath).toBe(appContract.config.path);
});
