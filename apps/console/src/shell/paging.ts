/** Rows of a page. */
const pageRows = 100;
/** Deeper pages the API gives by cursors only. */
const mostOffset = 10_000;
const mostPages = mostOffset / pageRows + 1;

/** The page of an address; left out: the first. */
export interface PageSearch {
  readonly page?: number;
}

/** Anything in, only what is known out. */
export function readPage(given: unknown): PageSearch {
  const isPage = typeof given === 'number' && Number.isInteger(given) && given > 1 && given <= mostPages;
  return isPage ? { page: given } : {};
}

/** What a page is asked for by. */
export const rowsOfPage = (page = 1): { readonly limit: number; readonly offset: number } => ({
  limit: pageRows,
  offset: (page - 1) * pageRows,
});

/** How many pages there are of so many rows. */
export const pagesOf = (total: number): number => Math.min(Math.ceil(total / pageRows), mostPages);

/** The address of a page, beside what else it has. */
export const pageSearch = (page: number): PageSearch => (page > 1 ? { page } : {});
