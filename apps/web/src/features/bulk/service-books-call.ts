/** Loaded with the first book, because the lists have little room. */
import { serviceBookContract } from '@servicebook/shared/service-book';
import { apiOf } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';

export { maxServiceBooks } from '@servicebook/shared/service-book';

const api = apiOf(serviceBookContract);

export const saveServiceBooks = async (ids: number[]): Promise<void> =>
  saveFile(await api.serviceBooks({ body: { ids } }));
