export const entryTypes = ['top_up', 'charge', 'refund', 'adjustment', 'reserve', 'release'] as const;
export const usageGroups = ['integration', 'apiKey', 'day'] as const;

export type EntryType = (typeof entryTypes)[number];
export type UsageGroup = (typeof usageGroups)[number];

/** The state of the page of money, as it stands in the address. */
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

type Given = Readonly<Record<string, unknown>>;

const textOf = (given: unknown, most: number): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given).slice(0, most) : '';

/** Anything in, only what is known out. */
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
