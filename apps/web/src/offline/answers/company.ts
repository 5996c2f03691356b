import { branchContract } from '@servicebook/shared/branch';
import { categoryContract } from '@servicebook/shared/category';
import { companyContract } from '@servicebook/shared/company';
import { employeeContract } from '@servicebook/shared/employee';
import { ownSignatureContract } from '@servicebook/shared/own-signature';
import { statisticsContract } from '@servicebook/shared/statistics';
import { everyWord, pageOf, searchColumn, sorted } from './matching.ts';
import { answered, ownOf } from './stored-records.ts';

const newestFirst = <Row extends { id: number }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => other.id - one.id);

export const companyAnswers = [
  answered(companyContract.getAccount, async (_, records) => (await ownOf(records))?.company),
  answered(ownSignatureContract.get, async (_, records) => {
    const own = await ownOf(records);
    return own && { svgPath: own.ownSignature };
  }),
  answered(statisticsContract.home, async (_, records) => {
    const home = (await records.byId('home')).get(records.userId);
    if (!home) return undefined;
    const { id: _id, ...figures } = home;
    return figures;
  }),
  answered(employeeContract.findAllFlatRoles, async (_, records) =>
    newestFirst(await records.all('employees')),
  ),
  answered(employeeContract.findById, async ({ params }, records) =>
    (await records.byId('employees')).get(params.id),
  ),
  answered(branchContract.getAll, async (_, records) => newestFirst(await records.all('branches'))),
  answered(categoryContract.findAll, async (_, records) => newestFirst(await records.all('categories'))),
  answered(categoryContract.findById, async ({ params }, records) =>
    (await records.byId('categories')).get(params.id),
  ),
  answered(categoryContract.search, async ({ body }, records) => {
    const { text } = body;
    const { by, direction } = body.sort ?? ({ by: 'id', direction: 'desc' } as const);
    const found = (await records.all('categories')).filter(({ id, name }) => {
      const column = searchColumn([id], [name]);
      return everyWord(text, (word) => column.includes(word));
    });
    const key = { of: (row: (typeof found)[number]) => row[by], named: by === 'name' };
    return pageOf(sorted(found, key, direction, records.language), body);
  }),
];
