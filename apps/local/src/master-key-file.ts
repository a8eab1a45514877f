import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

const keyBytes = 32;

/** What the server is told about its master key: what was set, else a file that is made once and readable by its owner only. */
export function withMasterKey(environment: NodeJS.ProcessEnv, file: string): NodeJS.ProcessEnv {
  if (environment['TAMIS_MASTER_KEY'] || environment['TAMIS_MASTER_KEY_FILE']) return environment;
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return { ...environment, TAMIS_MASTER_KEY_FILE: file };
}
