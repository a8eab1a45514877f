import { isUUID } from 'class-validator';

import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { eventPermissionSets } from '../../webhooks/index.js';
import type { Needed } from './socket-event.js';

/** Rooms for a single record. */
export const recordRooms = ['entity', 'transaction', 'job', 'dry-run', 'rule', 'case', 'webhook'] as const;
export type RecordRoom = (typeof recordRooms)[number];

/** Rooms for the entire organization. */
export const wholeRooms = ['inbox', 'operations'] as const;
export type WholeRoom = (typeof wholeRooms)[number];

/** A room that a client may request. */
export type JoinableRoom =
  | { readonly name: string; readonly kind: RecordRoom; readonly id: string }
  | { readonly name: string; readonly kind: WholeRoom; readonly id: null };

type JoinableKind = JoinableRoom['kind'];

/** Permissions required to join a room: those of the routes that return the same data. */
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

/** Returns whether the people in a room see each other: those who have the same record open, on which several may work. */
export const hasPresence = (kind: JoinableKind): boolean => kind === 'rule' || kind === 'case';

/** Permissions required for the events of a room, each for its own resource: no room reveals what the routes would refuse. */
export const eventPermissions: Readonly<Record<JoinableKind | 'org', readonly Exclude<Needed, null>[]>> = {
  ...joinPermissions,
  // Includes the body of events that a sandbox does not send.
  webhook: [...joinPermissions.webhook, ...eventPermissionSets],
  inbox: [...joinPermissions.inbox, 'kyc:read'],
  entity: ['entities:read', 'transactions:read', 'events:read', 'enrichments:read', 'kyc:read'],
  org: [
    ...(['entities:read', 'transactions:read', 'events:read', 'batch:read'] as const),
    ...(['rules:read', 'rules:execute', 'rules:publish'] as const),
    ...(['automations:read', 'billing:read', 'data_lists:read', 'members:read'] as const),
  ],
};

/** Returns `null` if no room has this name. */
export function parseRoom(name: string): JoinableRoom | null {
  const whole = wholeRooms.find((each) => each === name);
  if (whole) return { name: whole, kind: whole, id: null };
  const [kind, id, ...rest] = name.split(':');
  const found = recordRooms.find((each) => each === kind);
  if (!found || rest.length > 0 || !isUUID(id)) return null;
  return { name: `${found}:${id!.toLowerCase()}`, kind: found, id: id!.toLowerCase() };
}

/**
 * Returns the name of the channel for the events of an organization in a room that require a permission. It can never be that of another
 * organization, regardless of the name of the room. A null `permission` means that they are for everyone in the room.
 */
export const channelOf = (organizationId: string, room: string, permission: Needed): string =>
  `${organizationId} ${[permission ?? 'all'].flat().join('+')} ${room}`;

/** Returns the organizations with a listener, among these channels, for events in the room that require the permission. */
export function organizationsIn(places: Iterable<string>, room: string, permission: Permission): readonly string[] {
  const end = channelOf('', room, permission);
  return [...places].filter((place) => place.endsWith(end)).map((place) => place.slice(0, -end.length));
}

/** Returns the rooms that every connection is in without joining. */
export const ownRooms = ({ organizationId, actor }: Principal): readonly string[] => [
  `org:${organizationId}`,
  ...(actor.type === 'user' ? [`user:${actor.id}`] : []),
];

export const canJoin = ({ scopes }: Principal, { kind }: Pick<JoinableRoom, 'kind'>): boolean =>
  joinPermissions[kind].every((permission) => hasPermission(scopes, permission));

/** Returns all channels on which a connection in these rooms receives events. */
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
