export const actorTypes = ['user', 'api_key', 'system', 'rule', 'automation', 'provider'] as const;
export type ActorType = (typeof actorTypes)[number];

/** Who, what and when, as it stands in the address. */
export interface AuditSearch {
  readonly actorType?: ActorType;
  readonly actorId?: string;
  /** Name of an event, as `rule_updated`. */
  readonly event?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  /** Days of the organization’s zone, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  /** Sequence of the entry that is open beside the list. */
  readonly open?: number;
}

export const filterNames = ['actorType', 'actorId', 'event', 'resourceType', 'resourceId', 'from', 'to'] as const;

const shapes = {
  actorId: /^.{1,200}$/,
  event: /^[a-z_]{1,64}$/,
  resourceType: /^[a-z_]{1,64}$/,
  resourceId: /^.{1,200}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  cursor: /^.{1,500}$/,
} as const;

const mostSequence = 999_999_999_999_999;

export function readAuditSearch(given: Readonly<Record<string, unknown>>): AuditSearch {
  const texts = Object.entries(shapes).flatMap(([name, shape]) => {
    const text = given[name];
    const isDay = name !== 'from' && name !== 'to' ? true : !Number.isNaN(Date.parse(String(text)));
    return typeof text === 'string' && shape.test(text) && isDay ? [[name, text] as const] : [];
  });
  const actorType = actorTypes.find((each) => each === given['actorType']);
  const { open } = given;
  const isSequence = typeof open === 'number' && Number.isInteger(open) && open > 0 && open <= mostSequence;
  return { ...(actorType && { actorType }), ...Object.fromEntries(texts), ...(isSequence && { open }) };
}

const dayMs = 86_400_000;

/** The instant at which a day begins in a zone. */
function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const offsetAt = (ms: number): number => Date.parse(`${format.format(ms)} UTC`) - ms;
  // The offset of that instant, not of midnight in Greenwich.
  return utc - offsetAt(utc - offsetAt(utc));
}

/** First and last instant of days of a zone, as the API takes them. */
export const instantsOf = (
  { from, to }: Pick<AuditSearch, 'from' | 'to'>,
  timeZone: string,
): { readonly from?: string; readonly to?: string } => ({
  ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to !== undefined && { to: new Date(startOfDay(nextDay(to), timeZone) - 1).toISOString() }),
});

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
