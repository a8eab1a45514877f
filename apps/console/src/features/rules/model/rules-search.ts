import { type PageSearch, readPage } from '../../../shell/paging.js';

const statuses = ['draft', 'in_progress', 'in_review', 'active', 'shadow', 'inactive', 'archived'] as const;

export type RuleStatus = (typeof statuses)[number];

export const ruleStatuses: readonly RuleStatus[] = statuses;

/** The state of the list, as it stands in the address. What is left out is as usual. */
export interface RulesSearch {
  readonly q?: string;
  readonly status?: RuleStatus;
  /** Id of a risk matrix: one of the parent shows rules that stand in no other list. */
  readonly matrix?: string;
  /** Those alone that have left the limits of their guard. */
  readonly tripped?: true;
  readonly page?: number;
}

const mostPages = 100_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Anything in, only what is known out: links older than a version still open. */
export function readRulesSearch(given: Readonly<Record<string, unknown>>): RulesSearch {
  const { q, matrix, page } = given;
  const status = statuses.find((each) => each === given['status']);
  const isPage = typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= mostPages;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(status && { status }),
    ...(typeof matrix === 'string' && uuid.test(matrix) && { matrix }),
    ...(isTrue(given['tripped']) && { tripped: true }),
    ...(isPage && { page }),
  };
}

/** The state of one rule’s page. */
export interface RuleSearch {
  /** Whether what stands between it and its being in force is open above it. */
  readonly release?: true;
  /** Whether what leaves it undecided is looked at first. */
  readonly unknowns?: true;
}

const isTrue = (given: unknown): boolean => given === true || given === 'true';

export const readRuleSearch = ({ release, unknowns }: Readonly<Record<string, unknown>>): RuleSearch => ({
  ...(isTrue(release) && { release: true }),
  ...(isTrue(unknowns) && { unknowns: true }),
});

const periods = [1, 7, 14, 30, 90] as const;

export type HealthDays = (typeof periods)[number];

export const healthDays: readonly HealthDays[] = periods;
export const usualDays: HealthDays = 14;

/** How many days of a rule are looked at; left out where it is as usual. */
export interface HealthSearch {
  readonly days?: HealthDays;
}

export function readHealthSearch(given: Readonly<Record<string, unknown>>): HealthSearch {
  const days = periods.find((each) => String(each) === String(given['days']));
  return days === undefined || days === usualDays ? {} : { days };
}

/** Which versions of a rule are listed, and which of them is looked at. */
export interface HistorySearch extends PageSearch {
  /** Absent: the newest. */
  readonly version?: number;
}

const mostVersions = 1_000_000_000;

export function readHistorySearch({ version, page }: Readonly<Record<string, unknown>>): HistorySearch {
  const isVersion = typeof version === 'number' && Number.isInteger(version) && version > 0 && version <= mostVersions;
  return { ...(isVersion && { version }), ...readPage(page) };
}
