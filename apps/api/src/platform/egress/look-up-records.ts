import dns from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';

import { failure, ok, type Result } from '@tamis/stdx';

type Found = Result<readonly string[] | null, 'timeout' | 'failed'>;

/** Of a name that exists and has no such records, and of one that does not exist. */
const absentCodes: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** Returns the DNS records of a name, mail hosts by preference; `null` if there are none. Waits at most `timeoutMs`. */
export async function lookUpRecords(name: string, type: 'MX' | 'A', timeoutMs: number): Promise<Found> {
  const patience = new AbortController();
  const late = delay(timeoutMs, failure('timeout' as const), { signal: patience.signal });
  const found = ask(name, type).finally(() => patience.abort());
  return Promise.race([found, late.catch(() => found)]);
}

async function ask(name: string, type: 'MX' | 'A'): Promise<Found> {
  try {
    if (type === 'A') return ok(await dns.promises.resolve4(name));
    const hosts = await dns.promises.resolveMx(name);
    return ok(hosts.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (absentCodes.has(code)) return ok(null);
    return failure(code === 'ETIMEOUT' ? 'timeout' : 'failed');
  }
}
