import { Injectable } from '@nestjs/common';

import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';
import { ResolveParties } from '../../entities/index.js';
import { partyRoles, unresolvedReferences } from '../domain/party-references.js';
import type { LinkedEntities } from '../domain/transaction-subject.js';
import type { Transaction } from '../domain/transaction.js';
import type { CreateTransactionBody } from '../http/create-transaction.body.js';
import { partyNames } from './new-transaction.js';

/** Finds the entities a payment names. */
@Injectable()
export class LinkParties {
  constructor(private readonly parties: ResolveParties) {}

  /** Throws 400 `INVALID_ENTITY_REFERENCES` when the body asks for strict linking and a reference leads nowhere. */
  async run(organizationId: string, body: CreateTransactionBody): Promise<LinkedEntities> {
    const names = partyRoles.map((role) => partyNames(body, role));
    const found = await this.parties.run(organizationId, names);
    const isStrict = body.linkEntityStrict ?? body.validateExistingEntity ?? false;
    if (isStrict) {
      const unresolved = partyRoles.flatMap((role, index) =>
        unresolvedReferences(role, names[index]!, found[index] ?? null),
      );
      if (unresolved.length > 0) {
        const details = unresolved as unknown as ErrorDetails; // the one code whose details are a list
        throw new ApiError('INVALID_ENTITY_REFERENCES', 'The transaction names entities that do not exist', details);
      }
    }
    return { origin: found[0] ?? null, destination: found[1] ?? null };
  }

  /** The entities a stored payment was linked to, as they are now. */
  async linked({ organizationId, origin, destination }: Transaction): Promise<LinkedEntities> {
    const names = [origin, destination].map(({ entityId }) => ({ entityId }));
    const found = await this.parties.run(organizationId, names);
    return { origin: found[0] ?? null, destination: found[1] ?? null };
  }
}
