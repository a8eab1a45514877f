import { readPath, type FieldDeclaration, type Target } from '@tamis/lang';
import { schema } from '@tamis/library';

import type { Device } from '../../parties/devices/index.js';
import type { EvaluationSubject } from './index.js';
import { absenceReasons, absentField } from './domain/absences.js';
import { recordTables } from './persistence/record-tables.js';
import type { EntityRow } from '../../parties/entities/index.js';
import { entityMembers } from '../../parties/entities/persistence/entity-columns.js';
import { toEntityRecord } from '../../parties/entities/persistence/to-entity-record.js';
import { toEntitySubject } from '../../parties/entities/use-cases/evaluate-entity.js';
import { transactionSubject } from '../../events/transactions/domain/transaction-view.js';
import type { Transaction } from '../../events/transactions/domain/transaction.js';
import { userEventSubject } from '../../events/user-events/domain/user-event-subject.js';
import type { UserEvent } from '../../events/user-events/domain/user-event.js';

const usedReasons = new Set<string>();

/** Members of responses that have no field in rules, because they are the same everywhere or duplicate another member. */
const unnamedMembers: Readonly<Record<Target, readonly string[]>> = {
  person: ['organizationId'],
  company: ['organizationId'],
  transaction: ['organizationId', 'originDetails', 'destinationDetails', 'currenciesExchange'],
  userEvent: [],
};

function isAbsent(path: readonly string[], records: string | null): boolean {
  const why = absentField(path, records);
  if (why !== null) usedReasons.add(why);
  return why !== null;
}

/** Returns the JSON paths of a record that are read for a field. */
const readsOf = ({ derived, jsonPath }: FieldDeclaration): readonly (readonly string[])[] =>
  derived ? derived.reads.map((below) => [...derived.owner, ...below]) : [jsonPath];

/** Returns an object that has a value at every path below `owner` that is read for a field of the target. */
function filled(target: Target, owner: readonly string[]): string {
  const made: Record<string, unknown> = { any: 1 };
  for (const path of schema.fields(target).flatMap(readsOf)) {
    if (!owner.every((step, index) => path[index] === step)) continue;
    let place = made;
    const below = path.slice(owner.length);
    below.forEach((step, index) => {
      if (index === below.length - 1) place[step] ??= 'x';
      else place = (place[step] = typeof place[step] === 'object' ? place[step] : {}) as Record<string, unknown>;
    });
  }
  return JSON.stringify(made);
}

const now = new Date('2026-03-01T00:00:00Z');

/** Returns a stored entity in which everything is set. */
function wholeEntity(target: Target, owner: readonly string[]): EntityRow {
  const json = (member: string): string => filled(target, [...owner, member]);
  const values: Readonly<Record<string, unknown>> = {
    entityData: json('entityData'), attributes: json('attributes'), kycData: json('kycData'), metadata: '{}', manualRisk: '{}',
    operationalHours: json('operationalHours'), registrationDate: now, expiresAt: now, createdAt: now, updatedAt: now,
    deletedAt: now, riskFactors: [], riskMatrixIds: [], currentEvaluation: { id: 'x' },
  }; // prettier-ignore
  return Object.fromEntries(entityMembers.map((member) => [member, values[member] ?? 'x'])) as unknown as EntityRow;
}

/** Returns the enrichment data of an entity about which integrations found everything. */
function enrichmentOf(target: Target): object {
  const { raw: _neverRead, ...found } = JSON.parse(filled(target, [...entityAt[target], 'enrichmentData'])) as {
    raw: unknown;
  };
  return found;
}

/** Returns the ownership data of a company whose owners are all known. */
const ownershipOf = (target: Target): object =>
  JSON.parse(filled(target, [...entityAt[target], 'ownership'])) as object;

const entityAt: Readonly<Record<Target, readonly string[]>> = {
  transaction: ['originEntity'],
  userEvent: ['entity'],
  person: [],
  company: [],
};

const anyText = (members: Readonly<Record<string, unknown>>): unknown =>
  new Proxy(members, {
    get: (given, name) => given[name as string] ?? 'x',
    ownKeys: () => Object.keys(members),
  });

function subjectOf(target: Target): EvaluationSubject {
  const entity = (owner: string) => toEntityRecord(wholeEntity(target, [owner]), (json) => JSON.parse(json) as never);
  switch (target) {
    case 'transaction': {
      const details = (side: string): string => filled(target, [side, 'details']);
      const party = (side: string) => anyText({ details: details(side) });
      const transaction = anyText({
        origin: party('origin'),
        destination: party('destination'),
        locationDetails: filled(target, ['locationDetails']),
        deviceDetails: filled(target, ['deviceDetails']),
        metadata: '{"any":1}',
        currenciesExchange: '{}',
        last: anyText({ evaluatedAt: now, riskMatrixIds: [] }),
        transactedAt: now,
        createdAt: now,
        updatedAt: now,
        flagged: true,
        amount: '1',
        amountInUsd: '1',
      }) as Transaction;
      const linked = { origin: entity('originEntity'), destination: entity('destinationEntity') };
      return transactionSubject(transaction, linked, {
        origin: linked.origin,
        destination: linked.destination,
      });
    }
    case 'userEvent': {
      const device = { ...wholeDevice, metadata: '{"any":1}' };
      return userEventSubject(storedEvent(filled(target, ['deviceDetails'])), entity('entity'), device);
    }
    default:
      return toEntitySubject(wholeEntity(target, []), target, now);
  }
}

const storedEvent = (deviceDetails: string): UserEvent => ({
  id: 'x', organizationId: 'x', externalId: 'x', eventType: 'x', userId: 'x', entityId: 'x', entityExternalId: 'x', taxId: 'x',
  timestamp: now, eventDate: 'x', deviceId: 'x', ipAddress: 'x', country: 'x', isVpn: true, isProxy: true, isNewDevice: true,
  failedAttemptsCount: 1, destinationAccountId: 'x', destinationCuit: 'x', previousValue: 'x', userAgent: 'x', deviceDetails,
  metadata: '{"any":1}', riskScore: 1, decision: 'x', lastEvaluationId: 'x', ruleSetVersion: 'x', lastRiskEvaluationAt: now,
  batchJobId: 'x', createdAt: now,
}); // prettier-ignore

const wholeDevice: Device = {
  id: 'x', deviceId: 'x', externalId: 'x', entityId: 'x', entityExternalId: 'x', entityTaxId: 'x', deviceName: 'x', platform: 'x',
  manufacturer: 'x', model: 'x', brand: 'x', osName: 'x', osVersion: 'x', browser: 'x', browserVersion: 'x', latitude: 1,
  longitude: 1, city: 'x', region: 'x', country: 'x', countryCode: 'x', ipAddress: 'x', isEmulator: true, isRooted: true,
  isBlocked: true, isTrusted: true, metadata: '{}', firstSeenAt: now, lastSeenAt: now, createdAt: now, updatedAt: now,
}; // prettier-ignore

describe('fields available to rules', () => {
  it.each(['transaction', 'person', 'company', 'userEvent'] as const)(
    'of a %s are supplied to evaluations, or validation explains why not',
    (target) => {
      const subject = subjectOf(target);
      const found = { enrichmentData: enrichmentOf(target), ownership: ownershipOf(target) };
      const parts = new Map([['x', { accounts: [{ id: 'x' }], ...found }]]);
      const context: unknown = JSON.parse(subject.contextWith!(parts));
      const isGiven = (path: readonly string[]): boolean => (readPath(context, path) ?? null) !== null;
      const fields = schema.fields(target);
      expect(
        fields
          .flatMap(readsOf)
          .filter((path) => !isGiven(path))
          .filter((path) => !isAbsent(path, null)),
      ).toEqual([]);
      // Fields that require further reads are left out, since the record alone does not provide them.
      const told = fields.filter(({ derived, jsonPath }) => isAbsent(jsonPath, null) && !derived?.asks);
      expect(told.filter((field) => readsOf(field).every(isGiven)).map(({ path }) => path)).toEqual([]);
    },
  );

  it.each(['transactions', 'userEvents', 'alerts', 'cases', 'relationships', 'accounts'] as const)(
    'of records of `%s` have a column, or validation explains why not',
    (source) => {
      const fields = schema.recordFields(source);
      const isGiven = (path: readonly string[]): boolean => recordTables[source].column(path) !== null;
      expect(
        fields
          .flatMap(readsOf)
          .filter((path) => !isGiven(path))
          .filter((path) => !isAbsent(path, source)),
      ).toEqual([]);
      const told = fields.filter(({ derived, jsonPath }) => isAbsent(jsonPath, source) && !derived?.asks);
      expect(told.filter((field) => readsOf(field).every(isGiven)).map(({ path }) => path)).toEqual([]);
    },
  );

  it.each(Object.entries(unnamedMembers))('of a %s cover every member of its API response', (target, unnamed) => {
    const subject = subjectOf(target as Target);
    const members = Object.keys(JSON.parse(subject.contextWith!(new Map())) as object);
    const named = new Set(
      schema.fields(target as Target).flatMap((field) => [field.jsonPath, ...readsOf(field)].map(([first]) => first)),
    );
    expect(members.filter((member) => !named.has(member)).sort()).toEqual([...unnamed].sort());
  });

  it('use every declared absence reason', () => {
    expect(absenceReasons.filter((why) => !usedReasons.has(why))).toEqual([]);
  });
});
