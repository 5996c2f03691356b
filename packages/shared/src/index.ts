/** All contracts in one object; the server mounts it, OpenAPI and the sweep test read it. */
import { accountContract } from './account.ts';
import { appContract } from './app.ts';
import { categoryContract } from './category.ts';
import { customerContract } from './customer.ts';
import { deviceContract } from './device.ts';
import { serviceContract } from './service.ts';
import { storageContract } from './storage.ts';
import { userContract } from './user.ts';

export const contracts = {
  account: accountContract,
  app: appContract,
  category: categoryContract,
  customer: customerContract,
  device: deviceContract,
  service: serviceContract,
  storage: storageContract,
  user: userContract,
};
export type Contracts = typeof contracts;
