import { isUUID } from 'class-validator';

import { holds, type Permission, type Principal } from '../../../../platform/auth/index.js';

/** Rooms of one record. */
export const recordRooms = ['entity', 'transaction', 'job', 'dry-run', 'rule', 'case'] as const;
export type RecordRoom = (typeof recordRooms)[number];

/** A room that somebody asks for. */
export type AskedRoom =
  | { readonly name: string; readonly kind: RecordRoom; readonly id: string }
  | { readonly name: string; readonly kind: 'inbox'; readonly id: null };

type AskedKind = AskedRoom['kind'];

/** What one must hold to be let into a room: what the routes ask for that answer the same. */
export const neededIn: Readonly<Record<AskedKind, readonly Permission[]>> = {
  entity: ['entities:read'],
  transaction: ['transactions:read'],
  job: ['batch:read'],
  'dry-run': ['rules:execute'],
  rule: ['rules:read'],
  inbox: ['cases:read', 'alerts:read'],
  case: ['cases:read'],
};

/** What the events that come to a room need, each of its own resource: no room shows what the routes would refuse. */
export const heardIn: Readonly<Record<AskedKind | 'org', readonly Permission[]>> = {
  ...neededIn,
  entity: ['entities:read', 'transactions:read', 'events:read'],
  org: ['entities:read', 'transactions:read', 'events:read', 'rules:read', 'rules:execute', 'batch:read'],
};

/** Null: no room has this name. */
export function askedRoom(name: string): AskedRoom | null {
  if (name === 'inbox') return { name, kind: 'inbox', id: null };
  const [kind, id, ...rest] = name.split(':');
  const found = recordRooms.find((each) => each === kind);
  if (!found || rest.length > 0 || !isUUID(id)) return null;
  return { name: `${found}:${id!.toLowerCase()}`, kind: found, id: id!.toLowerCase() };
}

/**
 * Where the events of an organization that need a permission are heard in a room. No name of a place can be that of another
 * organization's, whatever a room is called. `permission` null: they are for whoever is in the room.
 */
export const placeOf = (organizationId: string, room: string, permission: Permission | null): string =>
  `${organizationId} ${permission ?? 'all'} ${room}`;

/** The rooms one is in without asking. */
export const ownRooms = ({ organizationId, actor }: Principal): readonly string[] => [
  `org:${organizationId}`,
  ...(actor.type === 'user' ? [`user:${actor.id}`] : []),
];

export const mayEnter = ({ scopes }: Principal, { kind }: Pick<AskedRoom, 'kind'>): boolean =>
  neededIn[kind].every((permission) => holds(scopes, permission));

/** Everywhere that somebody hears events, who is in these rooms. */
export function placesOf({ organizationId, actor, scopes }: Principal, asked: Iterable<AskedRoom>): readonly string[] {
  const heard = (room: string, kind: AskedKind | 'org'): readonly string[] =>
    heardIn[kind].filter((permission) => holds(scopes, permission)).map((each) => placeOf(organizationId, room, each));
  return [
    ...heard('org', 'org'),
    ...(actor.type === 'user' ? [placeOf(organizationId, `user:${actor.id}`, null)] : []),
    ...[...asked].flatMap(({ name, kind }) => heard(name, kind)),
  ];
}
