import { type PageSearch, readPage } from '../../../shell/paging.js';

/** Which matrices are listed. */
export interface MatricesSearch extends PageSearch {
  readonly q?: string;
}

/** Anything in, only what is known out. */
export function readMatricesSearch({ q, page }: Readonly<Record<string, unknown>>): MatricesSearch {
  const isText = (typeof q === 'string' || typeof q === 'number') && q !== '';
  return { ...(isText && { q: String(q).slice(0, 200) }), ...readPage(page) };
}
