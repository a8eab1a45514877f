import { Global, Module } from '@nestjs/common';

import { AppConfig, type MasterKeySource, missingMasterKey } from '../config/index.js';
import { type PgPool, pgPoolToken } from '../database/index.js';
import { findMasterKeyIds } from './data-key-store.js';
import { MasterKeys, nameOf } from './master-keys.js';
import { SecretStore } from './secret-store.js';
import { Secrets } from './secrets.js';
import { SecretsError } from './secrets-error.js';

/** Opens the master keys of the process, after checking that they belong to the database. Throws `SecretsError`. */
async function openMasterKeys({ masterKey }: AppConfig, pool: PgPool): Promise<MasterKeys> {
  try {
    return await loadMasterKeys(masterKey, pool);
  } catch (error) {
    // If startup ends here, nothing else closes the pool.
    await pool.end();
    throw error;
  }
}

async function loadMasterKeys(masterKey: MasterKeySource | null, pool: PgPool): Promise<MasterKeys> {
  const masters = new MasterKeys(masterKey);
  const missing = (await findMasterKeyIds(pool)).filter((id) => !masters.ids.includes(id));
  if (missing.length === 0) return masters;
  if (!masterKey) throw new SecretsError(missingMasterKey);
  const [needed, held] = [missing, masters.ids].map((ids) => ids.join(', '));
  throw new SecretsError(
    `${nameOf(masterKey)}: wrong key: the secrets of this database need the master key ${needed}, not ${held}`,
  );
}

/** Encryption of secrets at rest. */
@Global()
@Module({
  providers: [
    { provide: MasterKeys, inject: [AppConfig, pgPoolToken], useFactory: openMasterKeys },
    Secrets,
    SecretStore,
  ],
  exports: [Secrets, SecretStore],
})
export class SecretsModule {}
