import { atPath } from '../../../platform/http/index.js';
import { describedEntity, readDescription } from '../../entities/index.js';
import type { PartyRole } from '../domain/party-references.js';
import type { LinkedEntities } from '../domain/transaction-subject.js';
import type { SentTransaction } from '../http/sent-transaction.body.js';

const names: Readonly<Record<PartyRole, string>> = { origin: 'Origin', destination: 'Destination' };

/** The parties of a payment that is not stored: the stored ones, as far as nothing else is said of them. Throws 400. */
export function describedParties(
  organizationId: string,
  linked: LinkedEntities,
  { described }: SentTransaction,
): LinkedEntities {
  const party = (role: PartyRole): LinkedEntities[PartyRole] => {
    const sent = described[role];
    if (!sent) return linked[role];
    const said = atPath(role, () => readDescription(sent));
    return describedEntity(linked[role], said, { organizationId, name: names[role] });
  };
  return { origin: party('origin'), destination: party('destination') };
}
