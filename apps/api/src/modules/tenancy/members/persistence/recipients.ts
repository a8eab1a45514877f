import type { Queryable } from '../../../../platform/database/index.js';
import { ownerRole } from '../domain/role.js';

/** An active member of an account, as messages reach them. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
}

/** Whom a message is for: user ids and e-mail addresses, or the owners of the account. */
export type RecipientNames = readonly string[] | 'owners';

/** The members of the account of an organization, production or sandbox, that are meant. */
export async function findRecipients(
  client: Queryable,
  organizationId: string,
  names: RecipientNames,
): Promise<readonly Recipient[]> {
  const isMeant =
    names === 'owners' ? 'role_id = $2' : '(user_id::text = any($2::text[]) or lower(email) = any($2::text[]))';
  const { rows } = await client.query<Recipient>(
    `with home as (select $1::uuid as id union select paired_organization_id from organizations where id = $1)
     select user_id as "userId", email from members
     where organization_id in (select id from home) and status = 'active' and user_id is not null and ${isMeant}
     order by created_at, id`,
    [organizationId, names === 'owners' ? ownerRole.id : names.map((name) => name.toLowerCase())],
  );
  return rows;
}
