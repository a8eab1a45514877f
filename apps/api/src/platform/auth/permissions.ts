/** All permissions: per resource, its actions and what they allow. */
const catalogue = {
  entities: {
    read: 'Read people, companies and payment methods',
    read_sensitive: 'Read account numbers in full',
    create: 'Create entities',
    edit: 'Change entities, their attributes and accounts',
    delete: 'Delete entities',
    bulk_import: 'Import entities from files',
  },
  transactions: {
    read: 'Read transactions',
    create: 'Create transactions, one by one and from files',
    edit: 'Change transactions',
  },
  events: { read: 'Read user events', create: 'Create user events' },
  devices: { read: 'Read devices', create: 'Create devices', edit: 'Change devices' },
  rules: {
    read: 'Read rules and their history',
    create: 'Write new rules',
    edit: 'Change rules that are not active',
    publish: 'Publish rules, move them to shadow and deactivate them',
    delete: 'Archive rules',
    execute: 'Evaluate, test and dry-run rules',
  },
  risk_matrices: {
    read: 'Read risk matrices',
    create: 'Create risk matrices',
    edit: 'Change and assign risk matrices',
    delete: 'Delete risk matrices',
    share: 'Share risk matrices with child organizations',
  },
  data_lists: {
    read: 'Read lists and their items',
    create: 'Create lists',
    edit: 'Change lists and their items',
    delete: 'Delete lists',
    bulk_import: 'Import items from files',
    share: 'Share lists with child organizations',
  },
  enrichments: { read: 'Read the results of enrichments', execute: 'Execute enrichments, which may cost money' },
  integrations: { read: 'Read the configured integrations', manage: 'Configure integrations' },
  alerts: {
    read: 'Read alerts',
    create: 'Raise alerts',
    edit: 'Change alerts',
    assign: 'Assign alerts',
    resolve: 'Resolve alerts',
  },
  cases: {
    read: 'Read cases',
    create: 'Open cases',
    edit: 'Change cases',
    assign: 'Assign cases',
    close: 'Close cases',
  },
  kyc: {
    read: 'Read identity validations and document requests',
    create: 'Start identity validations and request documents',
    review: 'Decide identity validations and submitted documents',
  },
  automations: {
    read: 'Read automations',
    create: 'Create automations',
    edit: 'Change automations',
    delete: 'Delete automations',
    execute: 'Run automations',
  },
  webhooks: {
    read: 'Read webhooks and their deliveries',
    create: 'Create webhooks',
    edit: 'Change webhooks',
    delete: 'Delete webhooks',
    share: 'Share webhooks with child organizations',
  },
  batch: { read: 'Follow imports; included in every permission to import' },
  operations: { read: 'Read the metrics of the organization: payments, latency, queues' },
  audit: { read: 'Read the audit log', export: 'Export the audit log' },
  billing: { read: 'Read the balance and the ledger', manage: 'Top up and change billing settings' },
  api_keys: { read: 'Read API keys, but never their values', manage: 'Create, change, rotate and revoke API keys' },
  members: { read: 'Read members', manage: 'Invite, change and remove members' },
  roles: { read: 'Read roles', manage: 'Create, change and delete roles' },
  organization: { read: 'Read the organization and its children', edit: 'Change the organization, create children' },
} as const;

type Catalogue = typeof catalogue;

/** `resource:action`. */
export type Permission = { [R in keyof Catalogue]: `${R}:${keyof Catalogue[R] & string}` }[keyof Catalogue];

export interface PermissionRecord {
  readonly name: Permission;
  readonly resource: string;
  readonly action: string;
  readonly description: string;
}

export const permissionCatalogue: readonly PermissionRecord[] = Object.entries(catalogue).flatMap(
  ([resource, actions]) =>
    Object.entries(actions).map(([action, description]) => ({
      name: `${resource}:${action}` as Permission,
      resource,
      action,
      description,
    })),
);

export const permissions: readonly Permission[] = permissionCatalogue.map(({ name }) => name);

/** Alternative names for permissions. */
const aliases: Readonly<Record<string, Permission>> = { 'entities:write': 'entities:edit' };

/** Every name that a permission can be given by. */
export const permissionNames: readonly string[] = [...permissions, ...Object.keys(aliases)];

/** Returns the named permissions without duplicates, in the order of the catalogue. Unknown names are left out. */
export function resolvePermissions(names: Iterable<string>): readonly Permission[] {
  const named = new Set([...names].map((name) => aliases[name] ?? name));
  return permissions.filter((permission) => named.has(permission));
}

/** Permissions of callers that send batches. List items are imported within a request, so they are not included. */
export const importPermissions = [
  'transactions:create',
  'entities:bulk_import',
  'events:create',
] as const satisfies readonly Permission[];

/** Other permissions that include a permission. */
const impliedBy: Partial<Record<Permission, readonly string[]>> = {
  'entities:edit': ['entities:write'],
  'batch:read': importPermissions,
};

export const hasPermission = (scopes: ReadonlySet<string>, permission: Permission): boolean =>
  scopes.has(permission) || (impliedBy[permission] ?? []).some((other) => scopes.has(other));

/**
 * What a route requires: the permission that it names when it refuses a request, and alternatives that are also accepted. `null` if any key
 * is enough.
 */
export interface PermissionRequirement {
  readonly permission: Permission;
  readonly alternatives: readonly Permission[];
}

export const meetsRequirement = (
  scopes: ReadonlySet<string>,
  { permission, alternatives }: PermissionRequirement,
): boolean => [permission, ...alternatives].some((each) => hasPermission(scopes, each));
