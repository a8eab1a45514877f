export const entryTypes = ['top_up', 'charge', 'refund', 'adjustment', 'reserve', 'release'] as const;
export const usageGroups = ['integration', 'apiKey', 'day'] as const;

export type EntryType = (typeof entryTypes)[number];
export type UsageGroup = (typeof usageGroups)[number];

/** The state of the billing page, as stored in the address. */
export interface BillingSearch {
  readonly group?: UsageGroup;
  readonly type?: EntryType;
  readonly cursor?: string;
}

/** The state of the marketplace. */
export interface IntegrationsSearch {
  readonly q?: string;
  readonly on?: true;
  /** The integration that is open. */
  readonly open?: string;
}

export const executionStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type ExecutionState = (typeof executionStates)[number];

/** The state of the list of executions. */
export interface ExecutionsSearch {
  /** The code of an integration. */
  readonly integration?: string;
  readonly state?: ExecutionState;
  /** The id of a party. */
  readonly entity?: string;
  /** Inclusive days in the organization’s timezone. */
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
}

type Given = Readonly<Record<string, unknown>>;

const textOf = (given: unknown, most: number): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, most) : '';

/** Accepts any input, and returns only known values. */
export function readBillingSearch(given: Given): BillingSearch {
  const group = usageGroups.find((each) => each === given['group']);
  const type = entryTypes.find((each) => each === given['type']);
  const cursor = textOf(given['cursor'], 2000);
  return { ...(group && { group }), ...(type && { type }), ...(cursor !== '' && { cursor }) };
}

export function readIntegrationsSearch(given: Given): IntegrationsSearch {
  const [q, open] = [textOf(given['q'], 200), textOf(given['open'], 100)];
  const on = given['on'] === true || given['on'] === 'true';
  return { ...(q !== '' && { q }), ...(on && { on }), ...(open !== '' && { open }) };
}

const shapes = {
  integration: /^[a-z0-9_]{1,100}$/,
  entity: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  cursor: /^.{1,2000}$/,
} as const;

export function readExecutionsSearch(given: Given): ExecutionsSearch {
  const state = executionStates.find((each) => each === given['state']);
  const texts = Object.entries(shapes).flatMap(([name, shape]) => {
    const text = given[name];
    const isDay = (name !== 'from' && name !== 'to') || !Number.isNaN(Date.parse(String(text)));
    return typeof text === 'string' && shape.test(text) && isDay ? [[name, text] as const] : [];
  });
  return { ...(state && { state }), ...Object.fromEntries(texts) };
}
