import { branchContract } from '@servicebook/shared/branch';
import { apiOf } from '../../lib/api-client.ts';
import { placeBookOf } from '../place/place.queries.ts';

export const {
  all: branchesQuery,
  useSave: useSaveBranch,
  useDelete: useDeleteBranch,
} = placeBookOf('branch', apiOf(branchContract));
