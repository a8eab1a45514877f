import type { Messages } from '../i18n/en/index.js';

/** What the menu, the palette and the first page are made of: what is not built is not in it. */
export const screens = [
  { name: 'inbox', path: '/$organizationId/inbox', permission: 'alerts:read', key: 'i' },
  { name: 'rules', path: '/$organizationId/rules', permission: 'rules:read', key: 'r' },
  { name: 'payments', path: '/$organizationId/payments', permission: 'transactions:read', key: 'p' },
  { name: 'parties', path: '/$organizationId/parties', permission: 'entities:read', key: 'e' },
  { name: 'dryRuns', path: '/$organizationId/dry-runs', permission: 'rules:execute', key: 'd' },
] as const satisfies readonly {
  name: keyof Messages['shell']['screens'];
  path: string;
  permission: string;
  key: string;
}[];

export type Screen = (typeof screens)[number];

export const openScreens = (permissions: readonly string[]): readonly Screen[] =>
  screens.filter(({ permission }) => permissions.includes(permission));
