import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { DevDbError } from './dev-db-error.js';
import { chownRecursively } from './chown-recursively.js';
import type { ServerAccount } from './server-account.js';
import type { ServerBinaries } from './server-binaries.js';
import { passwordFileName, type ServerFiles } from './server-files.js';
import { spawnAs } from './spawn-as.js';

/**
 * Creates a database with a random superuser password in a separate directory next to the final one, and moves it into place when it is
 * complete, so that a kill at any moment leaves either no database or a good one. To be called under the start lock.
 */
export async function createDataDir(
  files: ServerFiles,
  binaries: ServerBinaries,
  account: ServerAccount,
  durable: boolean,
): Promise<void> {
  const staging = path.join(files.parent, `${files.stagingPrefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  const data = path.join(staging, 'data');
  const passwordFile = path.join(staging, 'password');
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(staging, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    chownRecursively(account, staging);
    await runInitdb(binaries, account, data, passwordFile, durable);
    writeSynced(path.join(data, passwordFileName), password);
    chownRecursively(account, path.join(data, passwordFileName));
    // An empty directory may already exist there, and not every system can rename over one.
    if (existsSync(files.dataDir)) rmdirSync(files.dataDir);
    renameSync(data, files.dataDir);
    if (durable) syncDirectory(files.parent);
  } finally {
    remove(staging);
  }
}

/** Removes what killed starts left behind. Under the start lock, nobody else is creating a database here. */
export function removeStaleStaging(files: ServerFiles): void {
  for (const name of readdirSync(files.parent)) {
    if (name.startsWith(files.stagingPrefix)) remove(path.join(files.parent, name));
  }
}

/** An initdb that outlived its killed parent may still be writing, hence the retries. */
function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function runInitdb(
  binaries: ServerBinaries,
  account: ServerAccount,
  data: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const argv = ['--pgdata', data, '--username', 'postgres', '--auth', 'scram-sha-256', `--pwfile=${passwordFile}`];
  // The builtin locale sorts and folds case the same way on every system, regardless of its C library.
  argv.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  argv.push('--no-instructions', ...(durable ? [] : ['--no-sync']));
  return new Promise((resolve, reject) => {
    const child = spawnAs(account, binaries.initdb, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4096);
    });
    const fail = (what: string, cause?: unknown) => {
      reject(
        new DevDbError('init-failed', `creating the database failed: ${what}\n${output.trim()}`.trim(), { cause }),
      );
    };
    child.once('error', (error) => {
      fail(error.message, error);
    });
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else fail(`initdb exited with ${signal ?? status}`);
    });
  });
}

function writeSynced(file: string, text: string): void {
  const fd = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function syncDirectory(directory: string): void {
  // Windows cannot open directories, and makes renames durable by itself.
  if (process.platform === 'win32') return;
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
