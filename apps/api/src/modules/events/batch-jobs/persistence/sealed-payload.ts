import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { type AccountNumberCipher, SecretsError } from '../../../../platform/secrets/index.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

const fieldOf = (id: string) => `batch_jobs.payload ${id}` as const;

/** The rows of a batch as they are stored: any of them may name accounts. What is sealed cannot be compressed any more. */
export async function sealPayload(numbers: AccountNumberCipher, id: string, payload: string): Promise<string> {
  return numbers.sealBytes(fieldOf(id), await compress(payload));
}

/** JSON text of the array of rows. Throws `SecretsError` for one that was changed or belongs to another batch. */
export async function openPayload(numbers: AccountNumberCipher, id: string, stored: string): Promise<string> {
  // What was stored before rows were sealed.
  if (stored.startsWith('[')) return stored;
  const bytes = numbers.openBytes(fieldOf(id), stored);
  if (!bytes) throw new SecretsError(`the rows of the batch ${id} were changed, or do not belong where they stand`);
  return (await expand(bytes)).toString();
}
