const pageSize = 100;
const mostPages = 50;

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** Reads a whole list, page by page, up to `mostPages` pages. */
export async function readPages<Row>(
  read: (query: PageRequest) => Promise<{
    readonly rows: readonly Row[];
    readonly pagination: { readonly nextCursor: string | null };
  }>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await read({ limit: pageSize, ...(cursor !== null && { cursor }) });
    all.push(...answer.rows);
    ({ nextCursor: cursor } = answer.pagination);
    if (cursor === null) break;
  }
  return all;
}

/** The same for a list with page numbers. */
export async function readNumberedPages<Row>(
  read: (query: { readonly page: number; readonly pageSize: number }) => Promise<{
    readonly rows: readonly Row[];
    readonly totalPages: number;
  }>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows, totalPages } = await read({ page, pageSize });
    all.push(...rows);
    if (page >= totalPages) break;
  }
  return all;
}
