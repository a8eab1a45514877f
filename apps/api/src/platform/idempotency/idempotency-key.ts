import type { IncomingHttpHeaders } from 'node:http';

import { invalid } from '../http/index.js';
import { limits } from '../limits.js';

const names = ['idempotency-key', 'x-idempotency-key'] as const;
const acceptable = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/** The caller's `Idempotency-Key` or `X-Idempotency-Key`, null when there is none; throws a 400 for one that is not valid. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = names.flatMap((name) => headers[name] ?? []);
  const [key] = given;
  if (key === undefined) return null;
  if (given.some((other) => other !== key)) throw invalid({ 'Idempotency-Key': 'is sent twice, with two values' });
  if (acceptable.test(key)) return key;
  throw invalid({
    'Idempotency-Key': `must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters without spaces`,
  });
}
