import type { IncomingHttpHeaders } from 'node:http';

import { deliveryLimits } from './delivery-limits.js';
import type { DeliveryAttempt, DeliveryResponse } from './delivery.js';
import { maskHeaders } from './webhook-headers.js';

/** Headers that describe the state of a server and never contain credentials. */
const openHeaders: ReadonlySet<string> = new Set([
  ...[
    'content-type',
    'content-length',
    'content-encoding',
    'date',
    'server',
    'retry-after',
    'connection',
    'keep-alive',
  ],
  ...['transfer-encoding', 'cache-control', 'vary', 'allow', 'x-request-id', 'x-powered-by', 'via', 'age'],
]);

/** Returns the part of a receiver's response that is stored. A character cut off at the end is omitted, and invalid text is replaced. */
export function deliveryResponse(headers: IncomingHttpHeaders, body: Buffer): DeliveryResponse {
  const { response: most } = deliveryLimits;
  const shown = Object.entries(headers)
    .slice(0, most.headers)
    .map(([name, value]) => [name, String(value ?? '').slice(0, most.headerCharacters)] as const);
  const text = new TextDecoder().decode(body.subarray(0, most.bytes), { stream: true });
  return {
    headers: Object.fromEntries(
      shown.map(([name, value]) => [name, openHeaders.has(name) ? value : maskHeaders({ [name]: value })[name]!]),
    ),
    // The database cannot store U+0000 in a text.
    body: text.replaceAll('\0', '\ufffd'),
  };
}

/** Keeps only the last responses of a delivery with many attempts. */
export const withLastResponses = (attempts: readonly DeliveryAttempt[]): readonly DeliveryAttempt[] =>
  attempts
    .slice(-deliveryLimits.shownAttempts)
    .map((attempt, place, all) =>
      place < all.length - deliveryLimits.response.attempts ? withoutResponse(attempt) : attempt,
    );

export const withoutResponse = ({ response: _, ...attempt }: DeliveryAttempt): DeliveryAttempt => attempt;
