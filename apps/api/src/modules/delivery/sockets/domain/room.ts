import { isUUID } from 'class-validator';

import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { eventPermissionSets } from '../../webhooks/index.js';
import type { Needed } from './socket-event.js';

/** Rooms of one record. */
export const recordRooms = ['entity', 'transaction', 'job', 'dry-run', 'rule', 'case', 'webhook'] as const;
export type RecordRoom = (typeof recordRooms)[number];

/** Rooms of the whole organization. */
export const wholeRooms = ['inbox', 'operations'] as const;
export type WholeRoom = (typeof wholeRooms)[number];

/** A room that somebody asks for. */
export type JoinableRoom =
  | { readonly name: string; readonly kind: RecordRoom; readonly id: string }
  | { readonly name: string; readonly kind: WholeRoom; readonly id: null };

type JoinableKind = JoinableRoom['kind'];

/** What one must hold to be let into a room: what the routes ask for that answer the same. */
const joinPermissions: Readonly<Record<JoinableKind, readonly Permission[]>> = {
  entity: ['entities:read'],
  transaction: ['transactions:read'],
  job: ['batch:read'],
  'dry-run': ['rules:execute'],
  rule: ['rules:read'],
  inbox: ['cases:read', 'alerts:read'],
  case: ['cases:read'],
  webhook: ['webhooks:read'],
  operations: ['operations:read'],
};

/** Whether the people in a room see each other: those who have one record open that several may work on. */
export const hasPresence = (kind: JoinableKind): boolean => kind === 'rule' || kind === 'case';

/** What the events that come to a room need, each of its own resource: no room shows what the routes would refuse. */
export const eventPermissions: Readonly<Record<JoinableKind | 'org', readonly Exclude<Needed, null>[]>> = {
  ...joinPermissions,
  // What a sandbox does not send is heard there, with the body.
  webhook: [...joinPermissions.webhook, ...eventPermissionSets],
  inbox: [...joinPermissions.inbox, 'kyc:read'],
  entity: ['entities:read', 'transactions:read', 'events:read', 'enrichments:read', 'kyc:read'],
  org: [
    ...(['entities:read', 'transactions:read', 'events:read', 'batch:read'] as const),
    ...(['rules:read', 'rules:execute', 'rules:publish'] as const),
    ...(['automations:read', 'billing:read', 'data_lists:read', 'members:read'] as const),
  ],
};

/** Null: no room has this name. */
export function parseRoom(name: string): JoinableRoom | null {
  const whole = wholeRooms.find((each) => each === name);
  if (whole) return { name: whole, kind: whole, id: null };
  const [kind, id, ...rest] = name.split(':');
  const found = recordRooms.find((each) => each === kind);
  if (!found || rest.length > 0 || !isUUID(id)) return null;
  return { name: `${found}:${id!.toLowerCase()}`, kind: found, id: id!.toLowerCase() };
}

/**
 * Where the events of an organization that need a permission are heard in a room. No name of a place can be that of another
 * organization's, whatever a room is called. `permission` null: they are for whoever is in the room.
 */
export const channelOf = (organizationId: string, room: string, permission: Needed): string =>
  `${organizationId} ${[permission ?? 'all'].flat().join('+')} ${room}`;

/** Organizations of which somebody hears in a place of these names what needs a permission. */
export function organizationsIn(places: Iterable<string>, room: string, permission: Permission): readonly string[] {
  const end = channelOf('', room, permission);
  return [...places].filter((place) => place.endsWith(end)).map((place) => place.slice(0, -end.length));
}

/** The rooms one is in without asking. */
export const ownRooms = ({ organizationId, actor }: Principal): readonly string[] => [
  `org:${organizationId}`,
  ...(actor.type === 'user' ? [`user:${actor.id}`] : []),
];

export const canJoin = ({ scopes }: Principal, { kind }: Pick<JoinableRoom, 'kind'>): boolean =>
  joinPermissions[kind].every((permission) => hasPermission(scopes, permission));

/** Everywhere that somebody hears events, who is in these rooms. */
export function channelsOf(
  { organizationId, actor, scopes }: Principal,
  asked: Iterable<JoinableRoom>,
): readonly string[] {
  const heard = (room: string, kind: JoinableKind | 'org'): readonly string[] =>
    eventPermissions[kind]
      .filter((needed) => [needed].flat().every((permission) => hasPermission(scopes, permission)))
      .map((each) => channelOf(organizationId, room, each));
  return [
    ...heard('org', 'org'),
    ...(actor.type === 'user' ? [channelOf(organizationId, `user:${actor.id}`, null)] : []),
    ...[...asked].flatMap(({ name, kind }) => heard(name, kind)),
  ];
}
