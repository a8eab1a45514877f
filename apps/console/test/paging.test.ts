import { readNumberedPages, readPages } from '../src/data/read-pages.js';
import { pagesOf, readPage, rowsOfPage } from '../src/data/paging.js';
import { readApprovalsSearch, readRuleSetsSearch } from '../src/features/releases/model/releases-search.js';
import { readMatricesSearch } from '../src/features/risk-matrices/model/matrices-search.js';

const rows = Array.from({ length: 250 }, (_, index) => index);

describe('lists longer than a page', () => {
  it('are read completely for selection by a user', async () => {
    const numbered = await readNumberedPages(async ({ page, pageSize }) => ({
      rows: rows.slice((page - 1) * pageSize, page * pageSize),
      totalPages: Math.ceil(rows.length / pageSize),
    }));
    expect(numbered).toEqual(rows);
    const byCursor = await readPages(async ({ limit, cursor = '0' }) => {
      const next = Number(cursor) + limit;
      return {
        rows: rows.slice(Number(cursor), next),
        pagination: { nextCursor: next < rows.length ? String(next) : null },
      };
    });
    expect(byCursor).toEqual(rows);
    expect(await readNumberedPages(async () => ({ rows: [], totalPages: 0 }))).toEqual([]);
  });

  it('allow only pages as deep as the API serves, also in the URL', () => {
    expect([0, 1, 100, 101, 5_000_000].map(pagesOf)).toEqual([0, 1, 1, 2, 101]);
    expect(rowsOfPage(101)).toEqual({ limit: 100, offset: 10_000 });
    for (const page of [1, 0, -2, 1.5, 102, '2', null]) expect(readPage(page)).toEqual({});
    expect(readRuleSetsSearch({ set: 3, version: 'rs_0123456789', page: 2 })).toEqual({ set: 3, page: 2 });
    expect(readRuleSetsSearch({ set: 'x', page: 'y' })).toEqual({});
    expect(readApprovalsSearch({ status: 'pending', page: 2 })).toEqual({ page: 2 });
    expect(readApprovalsSearch({ status: 'expired' })).toEqual({ status: 'expired' });
    expect(readMatricesSearch({ q: 7, page: 3, sort: 'x' })).toEqual({ q: '7', page: 3 });
  });
});
