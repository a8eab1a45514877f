import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError, type ErrorDetails } from '../../../../platform/http/index.js';
import { type EntityContext, type PartyNames, ResolveParties } from '../../../parties/entities/index.js';
import { partyRoles, unresolvedReferences } from '../domain/party-references.js';
import type { LinkedEntities } from '../domain/transaction-subject.js';
import type { Transaction } from '../domain/transaction.js';
import type { CreateTransactionBody } from '../dto/transaction.bodies.js';
import { partyNames } from './new-transaction.js';

/** What linking came to: the parties, or why a body that asks for strict linking is refused. */
export type Linking = Result<LinkedEntities, ApiError>;

/** Finds the entities a payment names. */
@Injectable()
export class LinkParties {
  constructor(private readonly parties: ResolveParties) {}

  /** The entities that each of the bodies names, on a connection of the organization. One round trip for all. */
  async all(
    client: Queryable,
    organizationId: string,
    bodies: readonly CreateTransactionBody[],
  ): Promise<readonly Linking[]> {
    const names = bodies.map((body) => partyRoles.map((role) => partyNames(body, role)));
    const found = await this.parties.in(client, organizationId, names.flat());
    return bodies.map((body, index) => linking(body, names[index]!, found.slice(index * partyRoles.length)));
  }

  /** The entities a stored payment was linked to, as they are now. */
  async linked({ organizationId, origin, destination }: Transaction): Promise<LinkedEntities> {
    const names = [origin, destination].map(({ entityId }) => ({ entityId }));
    const found = await this.parties.run(organizationId, names);
    return { origin: found[0] ?? null, destination: found[1] ?? null };
  }
}

/** A failure is 400 `INVALID_ENTITY_REFERENCES`: the body asks for strict linking, and a reference leads nowhere. */
function linking(
  body: CreateTransactionBody,
  names: readonly PartyNames[],
  found: readonly (EntityContext | null)[],
): Linking {
  const isStrict = body.linkEntityStrict ?? body.validateExistingEntity ?? false;
  const unresolved = isStrict
    ? partyRoles.flatMap((role, index) => unresolvedReferences(role, names[index]!, found[index] ?? null))
    : [];
  if (unresolved.length === 0) return ok({ origin: found[0] ?? null, destination: found[1] ?? null });
  const details = unresolved as unknown as ErrorDetails; // the one code whose details are a list
  return failure(
    new ApiError('INVALID_ENTITY_REFERENCES', 'The transaction names entities that do not exist', details),
  );
}
