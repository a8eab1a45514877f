import { isEmail } from 'class-validator';

import { makeSignInLink } from '../modules/tenancy/people/index.js';
import { organizationOf, type WithPool } from './command-input.js';
import { UsageError } from './usage-error.js';

const problems = {
  'no-organization': (id: string) => `production organization ${id} does not exist`,
  invited: () => 'a person with this address has been invited but has not accepted yet',
};

interface Values {
  readonly organization?: string | undefined;
  readonly email?: string | undefined;
}

export async function runSignInLink(withPool: WithPool, { organization, email = '' }: Values): Promise<object> {
  const organizationId = organizationOf(organization);
  if (!isEmail(email)) throw new UsageError('--email must be the address of a person');
  const made = await withPool((pool) => makeSignInLink(pool, { organizationId, email }));
  if (!made.ok) throw new UsageError(problems[made.error](organizationId));
  return made.value;
}
