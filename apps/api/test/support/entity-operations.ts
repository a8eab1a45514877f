import type { Call } from './start-test-api.js';

/** A request about one of a few entities, with another one. */
export interface Operation {
  readonly name: string;
  readonly path: string;
  readonly call: Call;
}

/** What operations choose from. The lists are never empty; ids of what earlier operations created are added. */
export interface OperationContext {
  readonly pick: <T>(choices: readonly T[]) => T;
  /** Returns a number that was not returned before. */
  readonly next: () => number;
  readonly relationships: string[];
  readonly accounts: (readonly [entityId: string, id: string])[];
  readonly devices: string[];
  readonly payments: string[];
}

/** An entity as it is known before the round: others may change it meanwhile. */
export interface KnownEntity {
  readonly id: string;
  readonly externalId: string | null;
}

type Request = readonly [method: string, path: string, body?: object];
type Build = (context: OperationContext, entity: KnownEntity, other: KnownEntity) => Request;

/** Id of nothing. */
export const nobody = '00000000-0000-7000-8000-0000000000f4';
const taxIds = ['763456785', '765432103'];
const statuses = ['active', 'inactive', 'awaiting_information', 'blocked'];
const moves = ['PROCESSING', 'SENT', 'SUSPENDED', 'DECLINED', 'SUCCESSFUL'];

const nameOf = ({ externalId }: KnownEntity): string => externalId ?? 'unknown';

const party = (side: 'origin' | 'destination', { id, externalId }: KnownEntity): readonly object[] => [
  { [`${side}EntityId`]: id },
  ...(externalId ? [{ [`${side}ExternalId`]: externalId }, { [`${side}EntityId`]: id, [`${side}ExternalId`]: externalId }] : []),
]; // prettier-ignore

/** Operations on entities and on what belongs to them; each one that stores text stores a unique one. */
const builds: Readonly<Record<string, Build>> = {
  rename: ({ pick, next }, { id }) => ['PATCH', `/entities/${id}`, { name: `Name ${next()} ${pick(['Zeta', 'Omega'])}` }],
  attribute: ({ next }, { id }) => ['PATCH', `/entities/${id}/attributes`, { attributes: { [`k${next()}`]: 1 } }],
  attributeByExternalId: ({ next }, entity) => ['PATCH', `/entities/by-external-id/${nameOf(entity)}`, { attributes: { [`k${next()}`]: 1 } }],
  taxId: ({ pick }, { id }) => ['PATCH', `/entities/${id}`, { taxId: pick([...taxIds, null]) }],
  status: ({ pick, next }, { id }) => ['PATCH', `/entities/${id}`, { status: pick(statuses), email: `a${next()}@example.com`, reason: 'by a test' }],
  upsert: ({ pick, next }, { externalId }) => ['PUT', '/entities/upsert', {
    entity: { type: 'company', name: `Name ${pick([1, 2, 3])} Zeta`, countryCode: 'CL', attributes: { [`k${next()}`]: 1 }, ...pick([{}, { externalId }, { taxId: pick(taxIds) }]) },
    options: { conflictResolution: pick(['source_wins', 'smart_merge']) },
  }],
  externalId: ({ pick, next }, { id, externalId }) => ['POST', '/entities/change-external-id', {
    ...pick([{ entityId: id }, { externalId: externalId ?? 'unknown' }]), newExternalId: `x-${pick([next(), 1, 2, 3])}`, reason: 'by a test',
  }],
  remove: (_, { id }) => ['DELETE', `/entities/${id}`],
  restore: (_, { id }) => ['POST', `/entities/${id}/restore`],
  create: ({ pick, next }, entity) => ['POST', '/entities', {
    type: pick(['person', 'company']), name: `Name ${pick([1, 2, 3])} Zeta`, countryCode: 'CL', externalId: pick([nameOf(entity), `x-${next()}`]),
    relationships: [{ relatedEntityId: entity.id, relationshipType: 'owns' }],
  }],
  relate: ({ pick }, { id }, other) => ['POST', `/entities/${id}/relationships`, {
    ...pick([{ relatedEntityId: other.id }, { relatedExternalId: nameOf(other) }]), relationshipType: pick(['owns', 'uses']), role: pick(['a', 'b']),
  }],
  changeRelationship: ({ pick, relationships }) => ['PATCH', `/relationships/${pick(relationships)}`, pick([{ strength: pick([0.1, 0.2, 0.3]) }, { role: pick(['a', 'b', null]) }])],
  endRelationship: ({ pick, relationships }) => ['DELETE', `/relationships/${pick(relationships)}`],
  account: ({ pick, next }, { id }) => ['POST', `/entities/${id}/accounts`, { accountType: 'checking', currency: 'USD', accountNumber: `00${next()}`, isPrimary: pick([true, false]) }],
  changeAccount: ({ pick, next, accounts }) => {
    const [entityId, id] = pick(accounts);
    return ['PATCH', `/entities/${entityId}/accounts/${id}`, { isPrimary: pick([true, false]), bankName: `Bank ${next()}` }];
  },
  removeAccount: ({ pick, accounts }) => {
    const [entityId, id] = pick(accounts);
    return ['DELETE', `/entities/${entityId}/accounts/${id}`];
  },
  device: ({ pick, next }, { id }) => ['POST', `/devices/entity/${id}`, { deviceId: pick(['d1', 'd2']), model: `Model ${next()}` }],
  changeDevice: ({ pick, next, devices }) => ['PATCH', `/devices/${pick(devices)}`, { deviceName: `Device ${next()}` }],
  activation: ({ pick }, { id }) => ['PATCH', `/entities/${id}/country-activations/${pick(['BR', 'CL'])}`, { status: pick(['activated', 'deactivated']) }],
  pay: ({ pick, next }, entity, other) => ['POST', '/transactions', {
    externalId: pick([`p-${next()}`, 'p-same']), type: 'PAYMENT', amount: pick([1, 1000]), currency: 'USD', deviceDetails: { deviceId: 'd1' },
    ...pick(party('origin', entity)), ...pick(party('destination', other)),
  }],
  changePayment: ({ pick, next, payments }) => ['PATCH', `/transactions/${pick(payments)}?executeRules=${pick(['true', 'false'])}`, { metadata: { [`k${next()}`]: 1 } }],
  movePayment: ({ pick, payments }) => ['PATCH', `/transactions/${pick(payments)}/changeStatus`, { status: pick(moves) }],
  event: ({ pick }, entity) => ['POST', '/events/user', { eventType: 'LOGIN_SUCCESS', userId: 'u', deviceId: pick(['d1', 'd3']), ...pick([{ entityId: entity.id }, { entityExternalId: nameOf(entity) }]) }],
}; // prettier-ignore

export const operationNames = Object.keys(builds);

export function operationOf(
  name: string,
  context: OperationContext,
  entity: KnownEntity,
  other: KnownEntity,
): Operation {
  const [method, path, body] = builds[name]!(context, entity, other);
  return { name, path, call: { method, ...(body && { body }) } };
}
