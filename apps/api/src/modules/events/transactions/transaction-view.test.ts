import fc from 'fast-check';
import type { LinkedEntities, Party, PartyEntities, PartyEntity, Transaction } from './domain/transaction.js';
import {
  transactionSubject,
  transactionContextJson,
  transactionItemJson,
  transactionRecordJson,
  transactionViewJson,
} from './domain/transaction-view.js';
import { RawJson, stringifyJson } from '../../../platform/http/index.js';

const runs = Number(process.env['TAMIS_RUNS'] ?? 300);

const text = fc.string({ unit: 'binary' });
const word = fc.option(text);
const object = fc.json();
const time = fc.date({ noInvalidDate: true });
const amount = fc.constantFrom('0', '12.50', '100000000000000000.000000000000000001');

const party: fc.Arbitrary<Party> = fc.record({
  entityId: word,
  externalId: word,
  taxId: word,
  name: word,
  country: word,
  details: fc.option(object),
});

const entity: fc.Arbitrary<PartyEntity> = fc.record({
  type: text,
  externalId: word,
  name: text,
  countryCode: word,
  taxId: word,
  riskScore: fc.double({ noNaN: true, noDefaultInfinity: true }),
});

const transaction: fc.Arbitrary<Transaction> = fc.record({
  id: text,
  organizationId: text,
  externalId: text,
  type: text,
  status: text,
  reason: text,
  paymentMethod: word,
  channel: word,
  amount,
  currency: text,
  amountInUsd: fc.option(amount),
  currenciesExchange: object,
  description: word,
  category: word,
  origin: party,
  destination: party,
  locationDetails: fc.option(object),
  deviceDetails: fc.option(object),
  metadata: object,
  flagged: fc.boolean(),
  last: fc.option(
    fc.record({
      evaluationId: text,
      ruleSetVersion: text,
      riskScore: fc.double({ noNaN: true }),
      decision: text,
      riskMatrixIds: fc.array(text),
      evaluatedAt: time,
    }),
  ),
  statusHistory: object,
  batchJobId: word,
  transactedAt: time,
  createdAt: time,
  updatedAt: time,
});

const entities = fc.record({ origin: fc.option(entity), destination: fc.option(entity) });

const raw = (json: string | null): RawJson | null => (json === null ? null : new RawJson(json));

const shownParty = (side: Party, linked: PartyEntity | null): object => ({
  entityId: side.entityId,
  externalId: side.externalId ?? linked?.externalId ?? null,
  name: side.name ?? linked?.name ?? null,
  country: side.country ?? linked?.countryCode ?? null,
  type: linked?.type ?? null,
  taxId: side.taxId ?? linked?.taxId ?? null,
  riskScore: linked?.riskScore ?? null,
  details: raw(side.details),
});

/** Builds the record as an object that is then serialized as JSON. */
const plain = (
  { origin, destination, last, ...sent }: Transaction,
  linked: PartyEntities,
): Record<string, unknown> => ({
  id: sent.id,
  externalId: sent.externalId,
  organizationId: sent.organizationId,
  type: sent.type,
  status: sent.status,
  reason: sent.reason,
  paymentMethod: sent.paymentMethod,
  channel: sent.channel,
  amount: raw(sent.amount),
  currency: sent.currency,
  amountInUsd: raw(sent.amountInUsd),
  currenciesExchange: raw(sent.currenciesExchange),
  description: sent.description,
  category: sent.category,
  origin: shownParty(origin, linked.origin),
  destination: shownParty(destination, linked.destination),
  originEntityId: origin.entityId,
  originExternalId: origin.externalId,
  originTaxId: origin.taxId,
  originName: origin.name,
  originCountry: origin.country,
  originDetails: raw(origin.details),
  destinationEntityId: destination.entityId,
  destinationExternalId: destination.externalId,
  destinationTaxId: destination.taxId,
  destinationName: destination.name,
  destinationCountry: destination.country,
  destinationDetails: raw(destination.details),
  locationDetails: raw(sent.locationDetails),
  deviceDetails: raw(sent.deviceDetails),
  metadata: raw(sent.metadata),
  riskScore: last?.riskScore ?? null,
  decision: last?.decision ?? null,
  flagged: sent.flagged,
  riskMatrixIds: last?.riskMatrixIds ?? [],
  lastEvaluationId: last?.evaluationId ?? null,
  ruleSetVersion: last?.ruleSetVersion ?? null,
  lastRiskEvaluationAt: last?.evaluatedAt ?? null,
  batchJobId: sent.batchJobId,
  transactedAt: sent.transactedAt,
  createdAt: sent.createdAt,
  updatedAt: sent.updatedAt,
});

test('transaction JSON text equals the serialization of the object built from its members', () => {
  fc.assert(
    fc.property(transaction, entities, object, (stored, linked, entityJson) => {
      const shown = plain(stored, linked);
      expect(transactionItemJson(stored, linked, 'in full')).toBe(stringifyJson(shown));
      expect(transactionViewJson(stored, linked, 'in full')).toBe(
        stringifyJson({ ...shown, statusHistory: raw(stored.statusHistory) }),
      );
      const record = transactionRecordJson(stored, linked);
      expect(transactionContextJson(record, { origin: entityJson, destination: 'null' })).toBe(
        stringifyJson({
          ...shown,
          amount: stored.amount,
          amountInUsd: stored.amountInUsd,
          originEntity: raw(entityJson),
          destinationEntity: null,
        }),
      );
    }),
    { numRuns: runs },
  );
});

const statuses = fc.constantFrom('active', 'suspended', 'blocked');

test('evaluation context of a transaction equals its parsed JSON text', () => {
  fc.assert(
    fc.property(transaction, entities, fc.jsonValue(), statuses, (stored, shown, value, status) => {
      const origin = JSON.parse(JSON.stringify({ id: 'e', status, attributes: value })) as LinkedEntities['origin'];
      const { contextJson: text, context: read } = transactionSubject(stored, { origin, destination: null }, shown);
      const context = read!();
      expect(Object.keys(context)).toEqual(Object.keys(JSON.parse(text) as object));
      // Serialized and parsed again, because scores in the generated data may not be representable as JSON numbers.
      expect(JSON.parse(JSON.stringify(context))).toStrictEqual(JSON.parse(text));
    }),
    { numRuns: runs },
  );
});
