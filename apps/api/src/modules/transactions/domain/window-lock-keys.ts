import { createHash } from 'node:crypto';
import type { FactRequests } from '@tamis/engine';

/** The party ids of a payment that windows may use as their key, by path of the record. */
export interface WindowParties {
  readonly originEntityId: string | null;
  readonly destinationEntityId: string | null;
}

/**
 * Locks a run must hold so that runs sharing a window follow one another: one for each window it reads, and one for each
 * window of the same kind that its own payment will be counted in. Sorted and distinct, so that two runs cannot wait for each
 * other. Each is a signed 64-bit integer as decimal text, the form of PostgreSQL's advisory locks.
 */
export function windowLockKeys(
  organizationId: string,
  requests: FactRequests,
  parties: WindowParties,
): readonly string[] {
  const keys = new Set<string>();
  for (const { links } of requests.windows)
    for (const { recordPath, key } of links.flat(2)) {
      const path = recordPath.join('.');
      keys.add(lockKey(organizationId, path, key));
      const own = ownKey(path, parties);
      if (own !== null) keys.add(lockKey(organizationId, path, own));
    }
  return [...keys].sort();
}

function ownKey(path: string, parties: WindowParties): string | null {
  if (path === 'originEntityId') return parties.originEntityId;
  return path === 'destinationEntityId' ? parties.destinationEntityId : null;
}

const lockKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE().toString();
