import { isDay } from '../../../data/days.js';

export const actorTypes = ['user', 'api_key', 'system', 'rule', 'automation', 'provider'] as const;
export type ActorType = (typeof actorTypes)[number];

/** Filter of the audit trail in the URL. */
export interface AuditSearch {
  readonly actorType?: ActorType;
  readonly actorId?: string;
  /** Name of an event, such as `rule_updated`. */
  readonly event?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  /** Days in the time zone of the organization, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  /** Sequence number of the entry that is open next to the list. */
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
    if (typeof text !== 'string' || !shape.test(text)) return [];
    return (name === 'from' || name === 'to') && !isDay(text) ? [] : [[name, text] as const];
  });
  const actorType = actorTypes.find((each) => each === given['actorType']);
  const { open } = given;
  const isSequence = typeof open === 'number' && Number.isInteger(open) && open > 0 && open <= mostSequence;
  return { ...(actorType && { actorType }), ...Object.fromEntries(texts), ...(isSequence && { open }) };
}
