const all = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

export type Decision = (typeof all)[number];

export const decisions: readonly Decision[] = all;

/** The state of the list, as it stands in the address. */
export interface TransactionsSearch {
  readonly q?: string;
  readonly decision?: Decision;
  /** Where the page begins, as the page before said. */
  readonly cursor?: string;
}

const most = 200;
const longestCursor = 2_000;

/** Anything in, only what is known out: links older than a version still open. */
export function readTransactionsSearch(given: Readonly<Record<string, unknown>>): TransactionsSearch {
  const { q, cursor } = given;
  const decision = all.find((each) => each === given['decision']);
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, most) }),
    ...(decision && { decision }),
    ...(typeof cursor === 'string' && cursor !== '' && cursor.length <= longestCursor && { cursor }),
  };
}
