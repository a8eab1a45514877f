export const kinds = ['alerts', 'cases', 'matches', 'reviews'] as const;
export type Kind = (typeof kinds)[number];

export const owners = ['me', 'unassigned'] as const;
export type Owner = (typeof owners)[number];

export const priorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof priorities)[number];

export const workStatuses = ['OPEN', 'IN_PROGRESS', 'PENDING_REVIEW', 'ESCALATED'] as const;
export type WorkStatus = (typeof workStatuses)[number];

/** The state of the inbox, as stored in the address. Omitted values are the defaults. */
export interface InboxSearch {
  /** If absent, alerts. */
  readonly kind?: Exclude<Kind, 'alerts'>;
  readonly who?: Owner;
  readonly priority?: Priority;
  /** If absent, all statuses that are not final. */
  readonly status?: WorkStatus;
  readonly category?: string;
  readonly rule?: string;
  readonly q?: string;
  /** The item that is open next to the list. */
  readonly open?: string;
}

const most = 100;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const textOf = (given: unknown): string | null =>
  (typeof given === 'string' || typeof given === 'number') && given !== '' ? String(given).slice(0, most) : null;

const idOf = (given: unknown): string | null => (typeof given === 'string' && id.test(given) ? given : null);

/** Accepts any input, and returns only known values, so that links from an older version still work. */
export function readInboxSearch(given: Readonly<Record<string, unknown>>): InboxSearch {
  const one = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    words.find((each) => each === given[name]);
  const kind = one('kind', ['cases', 'matches', 'reviews']);
  const [who, priority, status] = [one('who', owners), one('priority', priorities), one('status', workStatuses)];
  const [category, q] = [textOf(given['category']), textOf(given['q'])];
  const [rule, open] = [idOf(given['rule']), idOf(given['open'])];
  return {
    ...(kind && { kind }),
    ...(who && { who }),
    ...(priority && { priority }),
    ...(status && { status }),
    ...(category !== null && { category }),
    ...(rule !== null && { rule }),
    ...(q !== null && { q }),
    ...(open !== null && { open }),
  };
}

/** The filters that each kind of work supports. */
export const filtersOf: Readonly<Record<Kind, readonly (keyof InboxSearch)[]>> = {
  alerts: ['who', 'priority', 'status', 'category', 'rule', 'q'],
  cases: ['who', 'priority', 'status', 'q'],
  matches: ['who'],
  reviews: ['who'],
};

export interface CaseSearch {
  readonly only?: 'decisions' | 'people';
  /** The alert whose rules are shown as they were. */
  readonly at?: string;
}

export function readCaseSearch({ only, at }: Readonly<Record<string, unknown>>): CaseSearch {
  return {
    ...((only === 'decisions' || only === 'people') && { only }),
    ...(typeof at === 'string' && /^[0-9a-f-]{36}$/i.test(at) && { at }),
  };
}
