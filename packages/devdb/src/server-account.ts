import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { DevDbError } from './dev-db-error.js';
import type { ServerBinaries } from './server-binaries.js';
import { serverEnvironment } from './server-environment.js';
import type { ServerFiles } from './server-files.js';

/** Account that runs the server's programs: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  /** Name for messages. */
  readonly name: string;
  /** Passed to `spawn`. Absent to keep the current account. */
  readonly uid?: number;
  readonly gid?: number;
  /** A command that runs the rest of its command line as this account, in the same process. */
  readonly commandPrefix: readonly string[];
  /** Required owner of the data directory, as seen from this process. `undefined` if the owner does not have to change. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

interface UserIds {
  uid: number;
  gid: number;
}

/**
 * Chooses the first account that can run the binaries and reach the parent of the data directory. An ordinary user is kept. Root tries, in
 * this order: user `postgres`, user `nobody`, a user namespace in which root appears as nobody and so keeps its access to files below
 * /root, and user `nobody` with the one capability that opens such directories, for containers that forbid namespaces.
 */
export function chooseServerAccount(binaries: ServerBinaries, files: ServerFiles): ServerAccount {
  const self: ServerAccount = { name: 'the current user', commandPrefix: [] };
  if (process.getuid?.() !== 0) {
    const problem = unusableReason(self, binaries, files);
    if (problem === undefined) return self;
    throw new DevDbError('binaries-do-not-run', `\`${binaries.postgres}\` cannot run here: ${problem}`);
  }
  const problems: string[] = [];
  for (const account of rootCandidates()) {
    const problem = unusableReason(account, binaries, files);
    if (problem === undefined) return account;
    problems.push(`  as ${account.name}: ${problem}`);
  }
  throw new DevDbError(
    'no-server-account',
    [
      'PostgreSQL does not run as root, and no other account can run it here:',
      ...problems,
      `either run this as an ordinary user, or let every user read \`${binaries.packageDir}\` and enter \`${files.parent}\` ` +
        '(a project or cache below /root is not accessible to them), or use your own PostgreSQL',
    ].join('\n'),
  );
}

function rootCandidates(): ServerAccount[] {
  const candidates: ServerAccount[] = [];
  for (const name of ['postgres', 'nobody']) {
    const ids = userIds(name);
    if (ids) candidates.push({ name: `user ${name}`, ...ids, commandPrefix: [], owner: ids });
  }
  if (process.platform !== 'linux') return candidates;
  const nobody = userIds('nobody') ?? { uid: 65_534, gid: 65_534 };
  candidates.push({
    name: 'root shown as nobody in a user namespace (unshare)',
    commandPrefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'],
    owner: { uid: 0, gid: 0 },
  });
  const capability = '+dac_override';
  candidates.push({
    name: 'user nobody with access to closed directories (setpriv)',
    commandPrefix: [
      'setpriv',
      `--reuid=${nobody.uid}`,
      `--regid=${nobody.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      '--',
    ],
    owner: nobody,
  });
  return candidates;
}

/** Runs what the server will need as the account, and returns the first failure. */
function unusableReason(account: ServerAccount, binaries: ServerBinaries, files: ServerFiles): string | undefined {
  const version = runAs(account, binaries.postgres, ['--version']);
  if (version !== undefined) return version;
  if (account.owner === undefined) return undefined;
  return runAs(account, '/bin/sh', [
    '-c',
    'test -x "$1" || { echo "may not enter $1" >&2; exit 1; }',
    'sh',
    files.parent,
  ]);
}

function runAs(account: ServerAccount, program: string, argv: readonly string[]): string | undefined {
  const [command = program, ...rest] = [...account.commandPrefix, program, ...argv];
  const run = spawnSync(command, rest, {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    env: serverEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  if (run.status === 0) return undefined;
  if (run.error) return `cannot start ${command} (${(run.error as NodeJS.ErrnoException).code ?? run.error.message})`;
  return run.stderr.trim().split('\n').slice(-2).join('; ') || `${command} ended with ${run.signal ?? run.status}`;
}

function userIds(name: string): UserIds | undefined {
  let passwd: string;
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return undefined;
  }
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([user]) => user === name);
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  // spawn() does not accept negative numbers, which macOS uses for nobody.
  return fields && uid > 0 && gid >= 0 ? { uid, gid } : undefined;
}
