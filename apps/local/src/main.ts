import { administrate, startApi } from './api-process.js';
import { readCommandLine, usage, type CommandLine } from './command-line.js';
import { consoleLink, openDemoAccount } from './demo/account.js';
import { runDemo } from './demo/run-demo.js';
import { tryIt } from './demo/try-it.js';
import { openHome, type Home } from './home.js';
import { KeptDatabase } from './kept-database.js';
import { watchLauncher } from './launcher-watch.js';
import { acquireInstanceLock } from './single-instance.js';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const keyBytes = 32;

/** The workspace of the docs. */
const docs = fileURLToPath(new URL('../../docs', import.meta.url));

/**
 * Adds the master key to the settings of the server: the configured one, or otherwise a file that is created once and readable by its owner
 * only.
 */
function withMasterKey(environment: NodeJS.ProcessEnv, file: string): NodeJS.ProcessEnv {
  if (environment['TAMIS_MASTER_KEY'] || environment['TAMIS_MASTER_KEY_FILE']) return environment;
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return { ...environment, TAMIS_MASTER_KEY_FILE: file };
}

/** Allows trying webhooks and integrations with a server on this machine, and sign-ups without a mailbox, unless configured otherwise. */
const withTrials = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  (environment['DEPLOYMENT'] || 'development') === 'development'
    ? { WEBHOOK_LOOPBACK: 'on', SHOW_EMAILS: 'on', ...environment }
    : environment;

/** Cleanup functions for everything that was started, called in reverse order. */
const cleanups: (() => void | Promise<void>)[] = [];
let stopping: Promise<void> | null = null;

function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    process.exitCode = exitCode;
    for (const step of cleanups.reverse()) await step();
  })();
  return stopping;
}

async function run(commandLine: CommandLine, home: Home): Promise<void> {
  cleanups.push(await acquireInstanceLock(home.lock));
  const database = await openDatabase(home);
  const kept = { BLOBS: `folder:${home.blobs}`, ...withTrials(process.env), DATABASE_URL: database };
  const environment = withMasterKey(kept, home.masterKey);
  await administrate(['migrate'], environment);
  if (stopping) return;
  // The server looks for the docs there, whenever they are created.
  mkdirSync(join(docs, 'dist/pages'), { recursive: true });
  const api = await startApi(environment);
  cleanups.push(() => api.stop());
  void api.ended.then((code) => (stopping ? undefined : stop(code ?? 1)));
  const account = await openDemoAccount(home.account, environment);
  console.log(await consoleLink(api.url, account, environment));
  if (commandLine.demo) {
    console.log(
      `The server is available at ${api.url}, key ${account.production.key}; the sample is now being loaded through it.`,
    );
    await runDemo(api.url, account, home.report, () => stopping !== null);
  }
  if (stopping) return;
  buildDocs();
  console.log(tryIt(api.url, account));
  console.log(
    `An administrator: DATABASE_URL=${database} node apps/api/dist/main.admin.js --help
Tamis listens on ${api.url}    docs: ${api.url}/docs    try the API: ${api.url}/docs/try    data: ${home.directory}\nCtrl-C stops it.`,
  );
}

/** Builds the docs, which the server shows once they exist. This takes a minute and nothing waits for it. */
function buildDocs(): void {
  const build = spawn(process.execPath, [join(docs, 'build.mjs')], { stdio: 'ignore' });
  build.on('error', () => undefined);
  cleanups.push(() => void build.kill());
}

async function openDatabase(home: Home): Promise<string> {
  const outside = process.env['DATABASE_URL'];
  if (outside) return outside;
  const database = await KeptDatabase.start(home.database, (problem) => {
    console.error(`tamis: ${problem}`);
    void stop(1);
  });
  cleanups.push(() => database.stop());
  return database.url;
}

try {
  const commandLine = readCommandLine(process.argv.slice(2));
  if (commandLine.help) console.log(usage);
  else {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
    watchLauncher(() => void stop(1));
    await run(commandLine, openHome(process.env));
  }
} catch (error) {
  if (!stopping) {
    console.error(`tamis: ${(error as Error).message}`);
    await stop(1);
  }
}
