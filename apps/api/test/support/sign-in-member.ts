import { makeSignInLink } from '../../src/modules/tenancy/people/index.js';
import { createPersonAgent, type PersonAgent } from './person-agent.js';
import type { TestApi } from './start-test-api.js';

/** Creates an owner of the test's organization who signed in by a link, and returns the id of their account. */
export async function signInOwner(api: TestApi, email: string): Promise<PersonAgent & { readonly userId: string }> {
  const { organizationId } = api.production;
  const link = await makeSignInLink(api.pool, { organizationId, email });
  if (!link.ok) throw new Error(link.error);
  const person = createPersonAgent(api);
  const answer = await person.call('/auth/link', { body: { token: link.value.token } });
  if (answer.status !== 200) throw new Error(answer.text);
  const { user } = (await person.call('/auth/session')).body as { readonly user: { readonly id: string } };
  return { ...person.inOrganization(organizationId), userId: user.id };
}
