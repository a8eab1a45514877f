import { hash } from 'node:crypto';
import { linkKey, type Context, type FactRequests, type LinkRequest } from '@tamis/engine';
import { readPath } from '@tamis/lang';

import { historyKey, isHistoryRead } from './history-read.js';

/**
 * Locks a run must hold so that runs sharing a window follow one another: one for each window it reads, one for each window
 * of the same kind that its own record will be counted in, and one for each value it asks about. Sorted and distinct, so that two
 * runs cannot wait for each other. Each is a signed 64-bit integer as decimal text, the form of PostgreSQL's advisory locks.
 */
export function windowLockKeys(organizationId: string, requests: FactRequests, subject: Context): readonly string[] {
  // Most windows are of the same few links: each is hashed once.
  const names = new Set<string>();
  const addKey = ({ recordPath, type, key }: LinkRequest): void => {
    const path = recordPath.join('.');
    names.add(JSON.stringify([organizationId, path, key]));
    const own = linkKey(readPath(subject, recordPath), type);
    if (own !== null && own !== key) names.add(JSON.stringify([organizationId, path, own]));
  };
  // `flat` is slow.
  for (const { links } of requests.windows)
    for (const alternatives of links) for (const keys of alternatives) keys.forEach(addKey);
  for (const read of requests.reads.filter(isHistoryRead)) {
    const key = historyKey(read);
    if (key) names.add(JSON.stringify([organizationId, ...key]));
  }
  return [...new Set(Array.from(names, lockKey))].sort();
}

const lockKey = (name: string): string => hash('sha256', name, 'buffer').readBigInt64BE().toString();
