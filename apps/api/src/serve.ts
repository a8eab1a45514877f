import { setFlagsFromString } from 'node:v8';

import { createApp } from './create-app.js';
import { readConfig, settingsHelp } from './platform/config/index.js';
import { DatabaseUnavailableError } from './platform/database/index.js';
import { Draining, stopOnSignal } from './platform/operations/index.js';
import { SecretsError } from './platform/secrets/index.js';

/** Message to the parent process once the server accepts requests. */
export interface ListeningMessage {
  readonly type: 'listening';
  readonly url: string;
}

/**
 * Old objects are collected once they have grown by this percentage since the last collection. By default V8 lets them grow several times
 * over, so that an import of a large file uses memory in proportion to the size of the file.
 */
const heapGrowth = '--heap-growing-percent=30';

async function main(): Promise<void> {
  setFlagsFromString(heapGrowth);
  if (process.argv.includes('--help')) return void process.stdout.write(settingsHelp());
  const config = readConfig(process.env);
  if (!config.ok) throw new SettingsError(config.error.join('\n'));
  const app = await createApp(config.value);
  stopOnSignal({
    drain: () => app.get(Draining, { strict: false }).begin(),
    drainMs: config.value.drainMs,
    stop: () => app.close(),
  });
  await app.listen(config.value.port, config.value.host);
  const message: ListeningMessage = { type: 'listening', url: await app.getUrl() };
  if (process.send) process.send(message);
  else app.getHttpAdapter().getInstance().log.info(`listening on ${message.url}`);
}

class SettingsError extends Error {}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof SettingsError || error instanceof DatabaseUnavailableError || error instanceof SecretsError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
