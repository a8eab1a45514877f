import { waitUntilFound } from './wait-until.js';
import { type Email, personEmails } from './person-emails.js';
import { createPersonAgent, type PersonAgent } from './person-agent.js';
import { type TestResponse } from './start-test-api.js';
import { useOwnTestApi } from './use-test-api.js';

export const password = 'a long enough password';

interface CreatedOrganization {
  readonly id: string;
  readonly slug: string;
}

/** Provides a server for the tests of one file, and people who use it from pages of `origin` (default: its own). */
export function usePeople(settings: Readonly<Record<string, string>> = {}, origin?: string) {
  const api = useOwnTestApi(settings);
  let made = 0;

  /** Attempts from this address in earlier tests must not affect the next one. */
  beforeEach(() => api().pool.query('delete from sign_in_attempts'));

  const newEmail = (): string => `person-${(made += 1)}@example.com`;
  const signedUp = async (email = newEmail()): Promise<PersonAgent & { email: string }> => {
    const person = createPersonAgent(api(), origin);
    expect((await person.call('/auth/sign-up', { body: { email } })).status).toBe(202);
    const [{ token }] = (await waitUntilFound(() => letters('mail.sign_up', email))) as [Email];
    const body = { token, password, firstName: 'Ana', lastName: 'Reis' };
    expect((await person.call('/auth/sign-up/complete', { body })).status).toBe(201);
    return { ...person, email };
  };
  const owner = async (): Promise<
    PersonAgent & { email: string; production: CreatedOrganization; sandbox: CreatedOrganization }
  > => {
    const person = await signedUp();
    const answer = await person.call('/organizations', { body: { name: `Firm ${made}`, countryCode: 'BR' } });
    expect(answer.status).toBe(201);
    return { ...person, ...(answer.body as { production: CreatedOrganization; sandbox: CreatedOrganization }) };
  };
  const signIn = (email: string, given = password): Promise<TestResponse> =>
    createPersonAgent(api()).call('/auth/sign-in', { body: { email, password: given } });
  /** Returns the emails to an address, as their sender would read them. */
  const letters = (event: string, to: string): Promise<readonly Email[]> => personEmails(api(), event, to);
  const joined = async (by: Awaited<ReturnType<typeof owner>>, more: object): Promise<PersonAgent & { id: string }> => {
    const email = newEmail();
    const roles = (
      (await by.inOrganization(by.production.id).call('/roles')).body as { roles: { id: string; name: string }[] }
    ).roles;
    const roleId = roles.find(({ name }) => name === 'Member')!.id;
    const invited = await by
      .inOrganization(by.production.id)
      .call('/members/invite', { body: { email, roleId, ...more } });
    expect(invited.status).toBe(201);
    const { token } = (await letters('mail.invitation', email))[0]!;
    const person = createPersonAgent(api());
    expect((await person.call('/auth/invitations/accept', { body: { token, password } })).status).toBe(200);
    return { ...person, id: (invited.body as { member: { id: string } }).member.id };
  };

  return { api, newEmail, signedUp, owner, signIn, letters, joined };
}
