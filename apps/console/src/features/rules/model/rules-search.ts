import { type PageSearch, readPage } from '../../../data/paging.js';

const statuses = ['draft', 'in_progress', 'in_review', 'active', 'shadow', 'inactive', 'archived'] as const;

export type RuleStatus = (typeof statuses)[number];

export const ruleStatuses: readonly RuleStatus[] = statuses;

export const ruleCategories = ['kyc', 'kyb', 'aml', 'fraud', 'compliance', 'risk', 'custom'] as const;
export type RuleCategory = (typeof ruleCategories)[number];

/** State of the list in the URL. Absent parameters have their defaults. */
export interface RulesSearch {
  readonly q?: string;
  readonly status?: RuleStatus;
  readonly category?: RuleCategory;
  /** As the rule names them. */
  readonly owner?: string;
  /** Id of a risk matrix. A matrix of the parent organization shows rules that no other list contains. */
  readonly matrix?: string;
  /** Only rules with a tripped guard. */
  readonly tripped?: true;
  readonly page?: number;
}

const mostPages = 100_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a text parameter. One of digits alone is read from an address as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : '';

/** Accepts any input and returns only known parameters, so that links from older versions still work. */
export function readRulesSearch(given: Readonly<Record<string, unknown>>): RulesSearch {
  const { matrix, page } = given;
  const [q, owner] = [textOf(given['q']), textOf(given['owner'])];
  const status = statuses.find((each) => each === given['status']);
  const category = ruleCategories.find((each) => each === given['category']);
  const isPage = typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= mostPages;
  return {
    ...(q !== '' && { q }),
    ...(status && { status }),
    ...(category && { category }),
    ...(owner !== '' && { owner }),
    ...(typeof matrix === 'string' && uuid.test(matrix) && { matrix }),
    ...(isTrue(given['tripped']) && { tripped: true }),
    ...(isPage && { page }),
  };
}

/** State of the page of a rule. */
export interface RuleSearch {
  /** Whether the release dialog is open. */
  readonly release?: true;
  /** Whether the panel about unknown results is shown first. */
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

/** The number of days shown; omitted for the default. */
export interface HealthSearch {
  readonly days?: HealthDays;
}

export function readHealthSearch(given: Readonly<Record<string, unknown>>): HealthSearch {
  const days = periods.find((each) => String(each) === String(given['days']));
  return days === undefined || days === usualDays ? {} : { days };
}

/** Which page of versions is shown, and which version is selected. */
export interface HistorySearch extends PageSearch {
  /** Default: the newest. */
  readonly version?: number;
}

const mostVersions = 1_000_000_000;

export function readHistorySearch({ version, page }: Readonly<Record<string, unknown>>): HistorySearch {
  const isVersion = typeof version === 'number' && Number.isInteger(version) && version > 0 && version <= mostVersions;
  return { ...(isVersion && { version }), ...readPage(page) };
}
