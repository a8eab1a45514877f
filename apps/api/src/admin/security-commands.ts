import { type ChainHead, readHead } from '@tamis/audit-chain';

import { sealStoredNumbers } from '../modules/events/transactions/index.js';
import { verifyAudit } from '../platform/audit/index.js';
import { inTransaction, type PgPool } from '../platform/database/index.js';
import { limits } from '../platform/limits.js';
import { type MasterKeys, rotateSecrets, Secrets } from '../platform/secrets/index.js';
import { organizationOf, type WithPool } from './command-input.js';
import { UsageError } from './usage-error.js';

interface Values {
  readonly organization?: string | undefined;
  readonly 'data-keys': boolean;
  readonly head?: readonly string[] | undefined;
}

export function runSecrets(
  pool: PgPool,
  command: 'rotate-secrets' | 'seal-account-numbers',
  values: Values,
  masters: MasterKeys,
): Promise<object> {
  if (command === 'seal-account-numbers')
    return sealStoredNumbers(pool, new Secrets(masters), organizationOf(values.organization));
  return rotateSecrets(pool, masters, { dataKeys: values['data-keys'], batchSize: limits.resealBatch });
}

/** Verifies an audit trail. The process ends with exit code 1 if the trail is wrong. */
export async function verifyTrail(withPool: WithPool, values: Values): Promise<object> {
  const organizationId = organizationOf(values.organization);
  const published = (values.head ?? []).map(headOf);
  const verified = await withPool((pool) =>
    inTransaction(pool, organizationId, (client) => verifyAudit(client, organizationId, published)),
  );
  if (verified.fault) process.exitCode = 1;
  return verified;
}

function headOf(text: string): ChainHead {
  const head = readHead(text);
  if (!head) throw new UsageError('--head must be the sequence and the hash of an entry: 120:9f2c…');
  return head;
}
