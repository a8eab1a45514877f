import { type Asked, readAsked } from '../../../data/asked.js';
import { type PageSearch, readPage } from '../../../data/paging.js';

/** Filters of the list of matrices. */
export interface MatricesSearch extends PageSearch, Asked<'new'> {
  readonly q?: string;
}

/** Accepts any input, and returns only known values. */
export function readMatricesSearch({ q, page, ask }: Readonly<Record<string, unknown>>): MatricesSearch {
  const isText = (typeof q === 'string' || typeof q === 'number') && q !== '';
  return { ...(isText && { q: String(q).slice(0, 200) }), ...readPage(page), ...readAsked(ask, ['new']) };
}

const matrixDialogs = ['rules', 'archive'] as const;
export type MatrixSearch = Asked<(typeof matrixDialogs)[number]>;

export const readMatrixSearch = ({ ask }: Readonly<Record<string, unknown>>): MatrixSearch =>
  readAsked(ask, matrixDialogs);
