/** Permissions (shapes 18) of the roles that every account has (platform 2.1), written by hand. */
const actions: Readonly<Record<string, readonly string[]>> = {
  entities: ['read', 'read_sensitive', 'create', 'edit', 'delete', 'bulk_import'],
  transactions: ['read', 'create', 'edit'],
  events: ['read', 'create'],
  devices: ['read', 'create', 'edit'],
  rules: ['read', 'create', 'edit', 'publish', 'delete', 'execute'],
  risk_matrices: ['read', 'create', 'edit', 'delete', 'share'],
  data_lists: ['read', 'create', 'edit', 'delete', 'bulk_import', 'share'],
  enrichments: ['read', 'execute'],
  integrations: ['read', 'manage'],
  alerts: ['read', 'create', 'edit', 'assign', 'resolve'],
  cases: ['read', 'create', 'edit', 'assign', 'close'],
  kyc: ['read', 'create', 'review'],
  automations: ['read', 'create', 'edit', 'delete', 'execute'],
  webhooks: ['read', 'create', 'edit', 'delete', 'share'],
  batch: ['read'],
  operations: ['read'],
  audit: ['read', 'export'],
  billing: ['read', 'manage'],
  api_keys: ['read', 'manage'],
  members: ['read', 'manage'],
  roles: ['read', 'manage'],
  organization: ['read', 'edit'],
};

/** Every permission of shapes 17.2. */
export const allRights: readonly string[] = Object.entries(actions).flatMap(([resource, each]) =>
  each.map((action) => `${resource}:${action}`),
);

const memberRights = [
  ...['alerts:edit', 'alerts:assign', 'alerts:resolve'],
  ...['cases:create', 'cases:edit', 'cases:assign', 'cases:close'],
  ...['entities:create', 'entities:edit', 'transactions:create', 'transactions:edit', 'events:create'],
  ...['enrichments:execute', 'kyc:create', 'kyc:review'],
];

export const standardRoles: Readonly<Record<string, ReadonlySet<string>>> = {
  Owner: new Set(allRights),
  Admin: new Set(allRights.filter((right) => right !== 'billing:manage')),
  Member: new Set(allRights.filter((right) => right.endsWith(':read') || memberRights.includes(right))),
};

/** Custom roles that shapes 18 lists as levels, each including the permissions of the previous ones. */
export const customRoles: Readonly<Record<string, ReadonlySet<string>>> = {
  viewer: new Set(allRights.filter((right) => right.endsWith(':read'))),
  builder: new Set([
    ...allRights.filter((right) => right.endsWith(':read')),
    ...['rules:create', 'rules:edit', 'rules:execute'],
  ]),
};

/** Environments in which a member may act, by `environmentAccess` (platform 6.2). */
export const accesses: Readonly<Record<string, readonly ('production' | 'sandbox')[]>> = {
  both: ['production', 'sandbox'],
  production: ['production'],
  sandbox: ['sandbox'],
  none: [],
};
