import { isEmail } from 'class-validator';

import { makeSignInLink } from '../modules/tenancy/people/index.js';
import type { PgPool } from '../platform/database/index.js';
import { UsageError } from './usage-error.js';

export const personUsage = `
  sign-in-link --organization ID --email EMAIL      a token that signs a person in once, as an owner where they are no member yet:
                                                    send it to POST /auth/link, or open /console/#link=TOKEN`;

export const personOptions = { email: { type: 'string' } } as const;

const problems = {
  'no-organization': (id: string) => `there is no production organization ${id}`,
  invited: () => 'somebody with this address was invited and has not accepted yet',
};

export async function runSignInLink(pool: PgPool, organizationId: string, email = ''): Promise<object> {
  if (!isEmail(email)) throw new UsageError('--email must be the address of a person');
  const made = await makeSignInLink(pool, { organizationId, email });
  if (!made.ok) throw new UsageError(problems[made.error](organizationId));
  return made.value;
}
