import type { Messages } from '../i18n/en/index.js';

/** Each of these permissions opens one of the settings. With `rules:read` alone, there are only the currency rates, found with `Ctrl K`. */
const settingsPermissions: readonly string[] = [
  ...['members:read', 'roles:read', 'api_keys:read'],
  ...['organization:read', 'risk_matrices:read', 'billing:read', 'integrations:read'],
  'enrichments:read',
];

/** The screens of the menu, the palette and the first page; screens that do not exist yet are not included. */
const screens = [
  { name: 'inbox', path: '/$organizationId/inbox', permission: 'alerts:read', key: 'i' },
  { name: 'rules', path: '/$organizationId/rules', permission: 'rules:read', key: 'r' },
  { name: 'payments', path: '/$organizationId/payments', permission: 'transactions:read', key: 'p' },
  { name: 'parties', path: '/$organizationId/parties', permission: 'entities:read', key: 'e' },
  { name: 'dryRuns', path: '/$organizationId/dry-runs', permission: 'rules:execute', key: 'd' },
  { name: 'operations', path: '/$organizationId/operate', permission: 'operations:read', key: 'o' },
  { name: 'webhooks', path: '/$organizationId/operate/webhooks', permission: 'webhooks:read', key: 'w' },
  { name: 'imports', path: '/$organizationId/operate/imports', permission: 'batch:read', key: 'm' },
  { name: 'audit', path: '/$organizationId/operate/audit', permission: 'audit:read', key: 't' },
  { name: 'lists', path: '/$organizationId/lists', permission: 'data_lists:read', key: 'l' },
  { name: 'automations', path: '/$organizationId/automations', permission: 'automations:read', key: 'u' },
  { name: 'settings', path: '/$organizationId/settings', permission: settingsPermissions, key: 's' },
] as const satisfies readonly {
  name: keyof Messages['shell']['screens'];
  path: string;
  /** One of several permissions is sufficient. */
  permission: string | readonly string[];
  key: string;
}[];

export type Screen = (typeof screens)[number];

export const openScreens = (permissions: readonly string[]): readonly Screen[] =>
  screens.filter(({ permission }) => [permission].flat().some((each) => permissions.includes(each)));
