import { describe, expect, it } from 'vitest';
import { lastPage, pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it.each([
    [0, 10, [0, 1, 2]],
    [1, 10, [0, 1, 2, 3]],
    [5, 10, [3, 4, 5, 6, 7]],
    [9, 10, [7, 8, 9]],
    [0, 1, [0]],
    [0, 0, []],
    [1, 2, [0, 1]],
  ])('around page %i of %i', (page, totalPages, pages) => {
    expect(pageWindow(page, totalPages)).toEqual(pages);
  });
});

it.each([
  [0, 10, 0],
  [1, 10, 0],
  [10, 10, 0],
  [11, 10, 1],
  [100_000, 10, 9999],
])('the last page of %i rows by %i is %i', (total, size, page) => {
  expect(lastPage(total, size)).toBe(page);
});
