import { NestedField, validateElement } from '../../../../platform/http/index.js';
import { DescribedEntityBody } from '../../../parties/entities/index.js';
import { type PartyRole, partyRoles } from '../domain/party-references.js';
import { CreateTransactionBody } from './transaction.bodies.js';

const partyDescription = (role: PartyRole): string =>
  `the entity of this party, instead of the stored one that the payment names as its ${role}; the form of responses is accepted and ignored`;

/** A payment that is evaluated without being stored. */
export class SentTransactionBody extends CreateTransactionBody {
  @NestedField(() => DescribedEntityBody, { description: partyDescription('origin') }) origin?: DescribedEntityBody;
  @NestedField(() => DescribedEntityBody, { description: partyDescription('destination') })
  destination?: DescribedEntityBody;
}

/**
 * Returns whether a party has the form used in responses: it repeats the payment's data and has `entityId`, the id of its entity or `null`.
 */
const isResponseShape = (party: unknown): boolean =>
  typeof party === 'object' && party !== null && Object.hasOwn(party, 'entityId');

export interface UnsavedTransaction {
  readonly body: SentTransactionBody;
  /** The parties as described in the request. */
  readonly described: Readonly<Partial<Record<PartyRole, object>>>;
}

/** Parses a payment that is not stored. Throws 400 if it is invalid. */
export function parseUnsavedTransaction(record: object): UnsavedTransaction {
  const parties = record as Readonly<Record<PartyRole, unknown>>;
  const answered = partyRoles.filter((role) => isResponseShape(parties[role]));
  const sent: Readonly<Partial<Record<PartyRole, object | null>>> = {
    ...record,
    ...Object.fromEntries(answered.map((role) => [role, null])),
  };
  const described = partyRoles.flatMap((role) => (sent[role] == null ? [] : [[role, sent[role]] as const]));
  return { body: validateElement(SentTransactionBody, sent), described: Object.fromEntries(described) };
}
