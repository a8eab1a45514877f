/** Rows per page. */
const pageRows = 100;
/** Beyond this offset the API requires cursors. */
const mostOffset = 10_000;
const mostPages = mostOffset / pageRows + 1;

/** The page of an address; omitted for the first one. */
export interface PageSearch {
  readonly page?: number;
}

/** Accepts any input, and returns only known values. */
export function readPage(given: unknown): PageSearch {
  const isPage = typeof given === 'number' && Number.isInteger(given) && given > 1 && given <= mostPages;
  return isPage ? { page: given } : {};
}

/** The query parameters of a page. */
export const rowsOfPage = (page = 1): { readonly limit: number; readonly offset: number } => ({
  limit: pageRows,
  offset: (page - 1) * pageRows,
});

/** The number of pages for a number of rows. */
export const pagesOf = (total: number): number => Math.min(Math.ceil(total / pageRows), mostPages);

/** The search parameter of a page. */
export const pageSearch = (page: number): PageSearch => (page > 1 ? { page } : {});
