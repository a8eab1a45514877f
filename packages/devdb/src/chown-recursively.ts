import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { ServerAccount } from './server-account.js';

/**
 * Makes the account the owner of a file or of a whole directory. Does nothing if it already owns the top level: a project or cache that was
 * moved can make root choose another account for the same data.
 */
export function chownRecursively({ owner }: ServerAccount, target: string): void {
  if (owner === undefined || lstatSync(target).uid === owner.uid) return;
  const pending = [target];
  const found: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    if (lstatSync(next).isDirectory()) for (const name of readdirSync(next)) pending.push(path.join(next, name));
  }
  // The top level comes last: if this is interrupted, the next start sees the old owner there and begins again.
  for (const file of found.reverse()) lchownSync(file, owner.uid, owner.gid);
}
