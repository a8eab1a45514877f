import type { AdminMessages } from '../i18n/en/admin/index.js';

/** Pages of the settings, in display order. Users do not see pages for which they lack the permission. */
export const settingsPages = [
  { name: 'organization', path: '/$organizationId/settings/organization', permission: 'organization:read' },
  { name: 'members', path: '/$organizationId/settings/members', permission: 'members:read' },
  { name: 'roles', path: '/$organizationId/settings/roles', permission: 'roles:read' },
  { name: 'keys', path: '/$organizationId/settings/keys', permission: 'api_keys:read' },
  { name: 'matrices', path: '/$organizationId/settings/matrices', permission: 'risk_matrices:read' },
  { name: 'rates', path: '/$organizationId/settings/rates', permission: 'rules:read' },
  { name: 'billing', path: '/$organizationId/settings/billing', permission: 'billing:read' },
  { name: 'integrations', path: '/$organizationId/settings/integrations', permission: 'integrations:read' },
  { name: 'executions', path: '/$organizationId/settings/executions', permission: 'enrichments:read' },
] as const satisfies readonly {
  name: keyof AdminMessages['settings']['pages'];
  path: string;
  permission: string;
}[];

/** The role or key that is open next to the list. `new` for one that does not exist yet. */
export interface OpenSearch {
  readonly open?: string;
}

/** Accepts any input and returns only known parameters. */
export const readOpenSearch = ({ open }: Readonly<Record<string, unknown>>): OpenSearch =>
  typeof open === 'string' && open !== '' ? { open: open.slice(0, 64) } : {};
