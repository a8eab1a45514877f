import { type PageSearch, readPage } from '../../../data/paging.js';

/** Filters of the list of matrices. */
export interface MatricesSearch extends PageSearch {
  readonly q?: string;
}

/** Accepts any input, and returns only known values. */
export function readMatricesSearch({ q, page }: Readonly<Record<string, unknown>>): MatricesSearch {
  const isText = (typeof q === 'string' || typeof q === 'number') && q !== '';
  return { ...(isText && { q: String(q).slice(0, 200) }), ...readPage(page) };
}
