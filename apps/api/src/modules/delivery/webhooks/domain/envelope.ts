import { arrayElements, objectMembers } from '../../../../platform/http/index.js';
import { deliveryLimits } from './delivery-limits.js';

/** An event to be sent. */
export interface AnnouncedEvent {
  readonly id: string;
  readonly event: string;
  readonly at: Date;
  readonly organizationId: string;
  /** JSON text of an object. */
  readonly payload: string;
}

/** Returns the `id` of the envelope, by which a receiver recognizes a repetition. */
export const eventIdOf = (id: string): string => `evt_${id}`;

const truncatedJson = '{"truncated":true}';
const truncatedFirst: ReadonlySet<string> = new Set(['entityData', 'attributes', 'rulesNoHit']);

/**
 * Returns the request body for an event, with its payload exactly as written, including digits and key order. If it is too large, optional
 * members are truncated wherever they occur. If that is not sufficient, so are the largest members of the payload.
 */
export function envelope(announced: AnnouncedEvent): string {
  const whole = withPayload(announced, announced.payload);
  if (fits(whole)) return whole;
  const shorter = truncateLongMembers(announced.payload);
  const short = withPayload(announced, shorter);
  return fits(short) ? short : withPayload(announced, truncateLargestMembers(announced, shorter));
}

const fits = (body: string): boolean => Buffer.byteLength(body) <= deliveryLimits.bodyBytes;

const withPayload = ({ id, event, at, organizationId }: AnnouncedEvent, payload: string): string =>
  `{"id":"${eventIdOf(id)}","event":${JSON.stringify(event)},"timestamp":"${at.toISOString()}",` +
  `"organizationId":"${organizationId}","payload":${payload}}`;

/** Recursion is limited, because records are nested less deeply than request bodies may be. */
function truncateLongMembers(json: string): string {
  if (json.startsWith('[')) return `[${arrayElements(json).map(truncateLongMembers).join(',')}]`;
  if (!json.startsWith('{')) return json;
  const members = Array.from(
    objectMembers(json),
    ({ key, name, value }) => `${key}:${truncatedFirst.has(name) ? truncatedJson : truncateLongMembers(value)}`,
  );
  return `{${members.join(',')}}`;
}

function truncateLargestMembers(announced: AnnouncedEvent, payload: string): string {
  const members = Array.from(objectMembers(payload), ({ key, value }) => ({
    key,
    value,
    bytes: Buffer.byteLength(value),
  }));
  let over = Buffer.byteLength(withPayload(announced, payload)) - deliveryLimits.bodyBytes;
  const left = new Set<string>();
  for (const { key, bytes } of members.toSorted((a, b) => b.bytes - a.bytes)) {
    if (over <= 0) break;
    left.add(key);
    over -= bytes - truncatedJson.length;
  }
  return `{${members.map(({ key, value }) => `${key}:${left.has(key) ? truncatedJson : value}`).join(',')}}`;
}
