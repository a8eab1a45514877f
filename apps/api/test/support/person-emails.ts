import { emailTokenUse } from '../../src/platform/mail/index.js';
import { Secrets } from '../../src/platform/secrets/index.js';
import type { TestApi, TestResponse } from './start-test-api.js';
import { waitUntilFound } from './wait-until.js';

export interface Email {
  /** Empty if the email contains no token. */
  readonly token: string;
  readonly validForSeconds: number;
}

interface PersonEmailRow {
  readonly id: string;
  readonly masterKeyId: string | null;
  readonly validForSeconds: number;
}

/**
 * Returns the emails to a person as their sender would read them. Emails outside of any organization are included only while their token is
 * valid.
 */
export async function personEmails({ app, pool }: TestApi, event: string, to: string): Promise<readonly Email[]> {
  const { rows } = await pool.query<PersonEmailRow>(
    `select id, master_key_id as "masterKeyId", extract(epoch from expires_at - created_at)::int as "validForSeconds"
     from (select id, event, recipient, master_key_id, expires_at, created_at from person_emails
           union all select id, event, recipient, master_key_id, expires_at, created_at from outgoing_emails
             where organization_id is not null) emails
     where event = $1 and recipient = $2 order by created_at`,
    [event, to],
  );
  const secrets = app.get(Secrets);
  return rows.map(({ id, masterKeyId, validForSeconds }) => ({
    token: masterKeyId === null ? '' : secrets.deriveToken(emailTokenUse(id), masterKeyId).token,
    validForSeconds,
  }));
}

/** Signs up a person and returns their session cookie. */
export async function signUpPerson(api: TestApi, email: string): Promise<string> {
  const ask = async (path: string, body: object, status: number): Promise<TestResponse> => {
    const response = await api.call(path, { body, key: null });
    if (response.status !== status) throw new Error(response.text);
    return response;
  };
  await ask('/auth/sign-up', { email }, 202);
  const [{ token }] = (await waitUntilFound(() => personEmails(api, 'mail.sign_up', email))) as [Email];
  const done = await ask('/auth/sign-up/complete', { token, password: 'a long enough password' }, 201);
  return done.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}

/** Creates a person with a row in each of the tables for people. */
export async function makePerson(api: TestApi): Promise<void> {
  const email = 'ana@example.com';
  const cookie = await signUpPerson(api, email);
  await api.call('/auth/session', { key: null, headers: { cookie } });
  await api.call('/auth/sign-up', { key: null, body: { email } });
  await waitUntilFound(() => personEmails(api, 'mail.sign_up_again', email));
}
