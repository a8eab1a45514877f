import { arrayElements, objectMembers } from '../../../../platform/http/index.js';
import { deliveryLimits } from './delivery-limits.js';

/** An event as it is announced. */
export interface AnnouncedEvent {
  readonly id: string;
  readonly event: string;
  readonly at: Date;
  readonly organizationId: string;
  /** JSON text of an object. */
  readonly payload: string;
}

/** `id` of the envelope, by which a receiver knows a repetition. */
export const eventIdOf = (id: string): string => `evt_${id}`;

const truncatedJson = '{"truncated":true}';
const truncatedFirst: ReadonlySet<string> = new Set(['entityData', 'attributes', 'rulesNoHit']);

/**
 * The body that is sent of an event: its payload as it was written, digit for digit and key for key. Of one that is too large, the members
 * that may be left out are, wherever they stand; where that is not enough, the largest of the payload too.
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

/** Records are nested less deep than bodies may be, so that recursion ends. */
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
