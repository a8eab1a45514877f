import { type Asked, readAsked } from '../../../data/asked.js';

export const listTypes = [
  ...([
    'custom',
    'allowlist',
    'person_blocklist',
    'company_blocklist',
    'document_blocklist',
    'account_blocklist',
  ] as const),
  ...(['card_blocklist', 'email_blocklist', 'phone_blocklist', 'device_blocklist', 'ip_blocklist'] as const),
  ...(['wallet_blocklist', 'merchant_blocklist', 'country_list', 'keyword_list', 'sanctions', 'pep'] as const),
] as const;

export type ListType = (typeof listTypes)[number];

/** The state of the overview, as stored in the address. */
export interface ListsSearch extends Asked<'new'> {
  readonly q?: string;
  readonly type?: ListType;
  readonly cursor?: string;
}

const listDialogs = ['add', 'import', 'source'] as const;
export type ListDialog = (typeof listDialogs)[number];

/** The state of the page of one list. */
export interface ListSearch extends Asked<ListDialog> {
  readonly q?: string;
  readonly page?: number;
  /** The revision to show; if absent, the current one. */
  readonly revision?: number;
}

type Given = Readonly<Record<string, unknown>>;

const mostPages = 1_000_000;
const mostRevisions = 2_147_483_647;

const textOf = (given: unknown, most: number): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, most) : '';

/** Accepts any input, and returns only known values. */
export function readListsSearch(given: Given): ListsSearch {
  const [q, cursor] = [textOf(given['q'], 200), textOf(given['cursor'], 2000)];
  const type = listTypes.find((each) => each === given['type']);
  return {
    ...(q !== '' && { q }),
    ...(type && { type }),
    ...(cursor !== '' && { cursor }),
    ...readAsked(given['ask'], ['new']),
  };
}

export function readListSearch({ q: asked, page, revision, ask }: Given): ListSearch {
  const q = textOf(asked, 200);
  const isCount = (given: unknown, least: number, most: number): given is number =>
    Number.isInteger(given) && Number(given) >= least && Number(given) <= most;
  return {
    ...(q !== '' && { q }),
    ...(isCount(page, 2, mostPages) && { page }),
    ...(isCount(revision, 0, mostRevisions) && { revision }),
    ...readAsked(ask, listDialogs),
  };
}
