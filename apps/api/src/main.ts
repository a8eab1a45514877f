import { createApp } from './create-app.js';
import { readConfig } from './platform/config/index.js';
import { DatabaseUnavailableError } from './platform/database/index.js';
import { stopOnSignal } from './platform/stop-on-signal.js';

/** What a parent process is told once requests are answered. */
export interface ListeningMessage {
  readonly type: 'listening';
  readonly url: string;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!config.ok) throw new SettingsError(config.error.join('\n'));
  const app = await createApp(config.value);
  stopOnSignal(() => app.close());
  await app.listen(config.value.port, config.value.host);
  const message: ListeningMessage = { type: 'listening', url: await app.getUrl() };
  if (process.send) process.send(message);
  else if (config.value.log !== 'silent') console.log(`listening on ${message.url}`);
}

class SettingsError extends Error {}

main().catch((error: unknown) => {
  const isExpected = error instanceof SettingsError || error instanceof DatabaseUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
