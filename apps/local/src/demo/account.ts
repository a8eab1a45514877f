import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { administrate } from '../api-process.js';

/** One organization of the demo account and a key with all permissions. */
export interface DemoOrganization {
  readonly organizationId: string;
  readonly key: string;
}

export interface DemoAccount {
  readonly production: DemoOrganization;
  readonly sandbox: DemoOrganization;
}

/** Keys are shown once and stored hashed, so the demo keeps its own in a file that only its owner can read. */
export async function openDemoAccount(file: string, environment: NodeJS.ProcessEnv): Promise<DemoAccount> {
  const known = readAccount(file);
  if (known) return known;
  const account = JSON.parse(
    await administrate(['create-account', '--name', 'Demo', '--json'], environment),
  ) as DemoAccount;
  writeFileSync(`${file}.new`, JSON.stringify(account, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return account;
}

function readAccount(file: string): DemoAccount | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount;
  } catch {
    return null;
  }
}
