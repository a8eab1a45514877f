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

const demoRequestsPerHour = 10_000_000;

interface CreatedOrganization {
  readonly organizationId: string;
  /** Only in the response that created it. */
  readonly key?: string;
}

/**
 * Keys are shown once and stored hashed, so the demo keeps its own in a file that only its owner can read. If the account exists but the
 * file does not (it was removed, or a start was killed between the two), further keys are created for the account.
 */
export async function openDemoAccount(file: string, environment: NodeJS.ProcessEnv): Promise<DemoAccount> {
  const known = readAccount(file);
  if (known) return known;
  const command = ['create-account', '--name', 'Demo', '--if-missing', '--json'];
  const made = JSON.parse(await administrate(command, environment)) as Record<keyof DemoAccount, CreatedOrganization>;
  await setRequestQuota(made.production.organizationId, environment);
  const account: DemoAccount = {
    production: await withKey(made.production, environment),
    sandbox: await withKey(made.sandbox, environment),
  };
  writeFileSync(`${file}.new`, JSON.stringify(account, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return account;
}

/** The sample alone exceeds the hourly limit of any plan. */
async function setRequestQuota(organizationId: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const plan = ['--plan', 'enterprise', '--requests-per-hour', String(demoRequestsPerHour)];
  await administrate(['change-plan', '--organization', organizationId, ...plan, '--json'], environment);
}

async function withKey(
  { organizationId, key }: CreatedOrganization,
  environment: NodeJS.ProcessEnv,
): Promise<DemoOrganization> {
  if (key !== undefined) return { organizationId, key };
  const command = ['create-key', '--organization', organizationId, '--name', 'demo', '--json'];
  return { organizationId, key: (JSON.parse(await administrate(command, environment)) as { key: string }).key };
}

const ownerEmail = 'demo@example.com';

/** Returns a line with a one-time link that signs in the owner of the account. The secret follows `#`, so that no server logs it. */
export async function consoleLink(
  url: string,
  { production: { organizationId } }: DemoAccount,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const command = ['sign-in-link', '--organization', organizationId, '--email', ownerEmail, '--json'];
  const made = JSON.parse(await administrate(command, environment)) as { token: string; validForSeconds: number };
  const minutes = made.validForSeconds / 60;
  return `Console  ${url}/console/#link=${made.token}  (signs ${ownerEmail} in, once, for ${minutes} minutes)`;
}

function readAccount(file: string): DemoAccount | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount;
  } catch {
    return null;
  }
}
