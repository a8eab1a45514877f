const all = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;
const changes = ['gained', 'lost', 'same', 'flipped', 'unknown'] as const;
const labels = ['positive', 'negative', 'unlabelled'] as const;
const sorts = ['amount', 'occurredAt'] as const;

export type Decision = (typeof all)[number];
export type MatchChange = (typeof changes)[number];
export type MatchLabel = (typeof labels)[number];

export const decisions: readonly Decision[] = all;
export const matchLabels: readonly MatchLabel[] = labels;

/** The selection in a dry run, as stored in the address: its figures filter each other, and the records. */
export interface MatchesSearch {
  /** The decisions before and after. */
  readonly from?: Decision;
  readonly to?: Decision;
  readonly rule?: string;
  readonly change?: MatchChange;
  readonly clause?: string;
  /** `dimension:value` */
  readonly segment?: string;
  readonly label?: MatchLabel;
  /** Inclusive days in UTC. */
  readonly since?: string;
  readonly until?: string;
  readonly sort?: (typeof sorts)[number];
  /** The record that is open. */
  readonly open?: string;
}

/** The changes to a selection; `undefined` removes a choice. */
export type Choice = { readonly [Name in keyof MatchesSearch]?: MatchesSearch[Name] | undefined };

const day = /^\d{4}-\d{2}-\d{2}$/;
const recordId = /^[\w.:-]{1,255}$/;

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((each) => each === given);

/** Texts that look like numbers are read from an address as numbers. */
function textOf(given: unknown, most: number): string | undefined {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given !== '' ? given.slice(0, most) : undefined;
}

const matching = (pattern: RegExp, given: unknown): string | undefined => {
  const text = textOf(given, 300);
  return text !== undefined && pattern.test(text) ? text : undefined;
};

/** Removes fields that are `undefined`. */
export function present<Values extends object>(values: Values): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>;
  };
}

/** Accepts any input, and returns only known values, so that links from an older version still work. */
export function readMatchesSearch(given: Readonly<Record<string, unknown>>): MatchesSearch {
  return present({
    from: oneOf(all, given['from']),
    to: oneOf(all, given['to']),
    rule: textOf(given['rule'], 64),
    change: oneOf(changes, given['change']),
    clause: textOf(given['clause'], 1_000),
    segment: textOf(given['segment'], 300),
    label: oneOf(labels, given['label']),
    since: matching(day, given['since']),
    until: matching(day, given['until']),
    sort: oneOf(sorts, given['sort']),
    open: matching(recordId, given['open']),
  });
}

export const isFiltered = ({ sort: _sort, open: _open, ...filters }: MatchesSearch): boolean =>
  Object.keys(filters).length > 0;

/**
 * Returns the kind of change to show if the address does not name one: without a rule, the change of the decision or, without a baseline to
 * compare with, a hit.
 */
export function changeOf({ change, rule, clause }: MatchesSearch, hasBaseline: boolean): MatchChange | undefined {
  if (change !== undefined || rule !== undefined || clause !== undefined) return change;
  return hasBaseline ? 'flipped' : 'gained';
}

/** Returns the filter in the form that the API accepts. */
export const matchFilter = (search: MatchesSearch, hasBaseline: boolean) =>
  present({
    change: changeOf(search, hasBaseline),
    ruleKey: search.rule,
    clause: search.clause,
    decisionFrom: search.from,
    decisionTo: search.to,
    segment: search.segment,
    label: search.label,
    from: search.since && `${search.since}T00:00:00.000Z`,
    to: search.until && `${search.until}T23:59:59.999Z`,
  });

/** The state of the list of dry runs. */
export interface DryRunsSearch {
  readonly status?: DryRunStatus;
  readonly cursor?: string;
  /** The cursor of the threshold labs below. */
  readonly labs?: string;
}

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type DryRunStatus = (typeof statuses)[number];
export const dryRunStatuses: readonly DryRunStatus[] = statuses;

export const readDryRunsSearch = (given: Readonly<Record<string, unknown>>): DryRunsSearch =>
  present({
    status: oneOf(statuses, given['status']),
    cursor: textOf(given['cursor'], 2_000),
    labs: textOf(given['labs'], 2_000),
  });

/** The rule that is initially selected in a form. */
export interface StartSearch {
  readonly rule?: string;
  /** Rules that are tried together, if there is no single one. */
  readonly rules?: readonly string[];
  /** The parameter to try in a lab. */
  readonly param?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const readStartSearch = (given: Readonly<Record<string, unknown>>): StartSearch =>
  present({ rule: matching(uuid, given['rule']), rules: idsOf(given['rules']), param: textOf(given['param'], 64) });

const mostRules = 200;

function idsOf(given: unknown): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const ids = [...new Set(given.flatMap((each) => matching(uuid, each) ?? []))].slice(0, mostRules);
  return ids.length > 0 ? ids : undefined;
}

/** The selected value, the budget of alerts per day, and the shown records. */
export interface LabSearch {
  readonly value?: number;
  readonly budget?: number;
  readonly change?: 'gained' | 'lost';
  readonly rule?: string;
}

const mostValues = 50;

export function readLabSearch(given: Readonly<Record<string, unknown>>): LabSearch {
  const { value, budget } = given;
  const isPlace = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < mostValues;
  const isBudget = typeof budget === 'number' && budget >= 0 && budget <= 1_000_000;
  return present({
    value: isPlace ? value : undefined,
    budget: isBudget ? budget : undefined,
    change: oneOf(['gained', 'lost'] as const, given['change']),
    rule: textOf(given['rule'], 64),
  });
}
