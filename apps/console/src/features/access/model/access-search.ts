/** Which role or key is open beside the list; `new`: one that is not there yet. */
export interface OpenSearch {
  readonly open?: string;
}

/** Anything in, only what is known out. */
export const readOpenSearch = ({ open }: Readonly<Record<string, unknown>>): OpenSearch =>
  typeof open === 'string' && open !== '' ? { open: open.slice(0, 64) } : {};
