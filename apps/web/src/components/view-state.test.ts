import { describe, expect, it } from 'vitest';
import { leadsTo, namedColumns, viewQuery } from './view-state.ts';

const columns = [
  { key: 'name', hideable: false },
  { key: 'city' },
  { key: 'model' },
  { key: 'notes', defaultHidden: true },
];
const sizes = [10, 20];
const current = viewQuery(new URLSearchParams('statuses=FAULT&q=mill&page=3&todo=4'), {
  size: '10',
  cols: 'city,model',
});
const fits = (stored: string) => leadsTo(stored, current, columns, sizes);

describe('The state of a list', () => {
  it('names page size and columns, in one order, without the page and dialogs', () => {
    expect(current).toBe('cols=city%2Cmodel&q=mill&size=10&statuses=FAULT');
    expect(viewQuery(new URLSearchParams('view=map&cols=city'), { size: '20' })).toBe('size=20&view=map');
    expect(viewQuery(new URLSearchParams(), { size: '20', assigneeId: 'me' })).toBe('assigneeId=me&size=20');
  });

  it('is the view’s if filters, search, sorting, page size and columns are', () => {
    expect(fits('statuses=FAULT&q=mill&size=10&cols=city,model')).toBe(true);
    for (const other of [
      'statuses=OK&q=mill&size=10&cols=city,model',
      'statuses=FAULT&size=10&cols=city,model',
      'statuses=FAULT&q=mill&size=10&cols=city,model&sort=-name',
      'statuses=FAULT&q=mill&size=20&cols=city,model',
      'statuses=FAULT&q=mill&size=10&cols=city',
    ])
      expect(fits(other), other).toBe(false);
  });

  it('is also that of a view with columns and sizes that are gone, or with none', () => {
    for (const stored of [
      'statuses=FAULT&q=mill',
      'statuses=FAULT&q=mill&size=7&cols=former,model,city',
      'page=9&statuses=FAULT&q=mill&cols=former',
    ])
      expect(fits(stored), stored).toBe(true);
  });
});

it.each([
  ['', null],
  ['cols=', []],
  ['cols=city,name,former', ['city']],
  ['cols=former', null],
])('Columns that “%s” names: %j', (query, keys) => {
  const named = namedColumns(new URLSearchParams(query), columns);
  expect(named && [...named]).toEqual(keys);
});
