const actionsByResource = {
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
  audit: ['read', 'export'],
  billing: ['read', 'manage'],
  api_keys: ['read', 'manage'],
  members: ['read', 'manage'],
  roles: ['read', 'manage'],
  organization: ['read', 'edit'],
} as const;

type Actions = typeof actionsByResource;

/** `resource:action`. */
export type Permission = { [R in keyof Actions]: `${R}:${Actions[R][number]}` }[keyof Actions];

export const permissions: readonly Permission[] = Object.entries(actionsByResource).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as Permission),
);

/** Further names under which a key may hold a permission. */
const aliases: Partial<Record<Permission, readonly string[]>> = { 'entities:edit': ['entities:write'] };

export const holds = (scopes: ReadonlySet<string>, permission: Permission): boolean =>
  scopes.has(permission) || (aliases[permission] ?? []).some((alias) => scopes.has(alias));
