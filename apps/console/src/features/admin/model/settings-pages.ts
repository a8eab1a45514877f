import type { AdminMessages } from '../../../i18n/en/admin/index.js';

/** The settings, in the order in which they are shown; who lacks a permission does not see its page. */
export const settingsPages = [
  { name: 'organization', path: '/$organizationId/settings/organization', permission: 'organization:read' },
  { name: 'members', path: '/$organizationId/settings/members', permission: 'members:read' },
  { name: 'roles', path: '/$organizationId/settings/roles', permission: 'roles:read' },
  { name: 'keys', path: '/$organizationId/settings/keys', permission: 'api_keys:read' },
  { name: 'matrices', path: '/$organizationId/settings/matrices', permission: 'risk_matrices:read' },
  { name: 'billing', path: '/$organizationId/settings/billing', permission: 'billing:read' },
  { name: 'integrations', path: '/$organizationId/settings/integrations', permission: 'integrations:read' },
  { name: 'executions', path: '/$organizationId/settings/executions', permission: 'enrichments:read' },
] as const satisfies readonly {
  name: keyof AdminMessages['settings']['pages'];
  path: string;
  permission: string;
}[];

/** Which role or key is open beside the list; `new`: one that is not there yet. */
export interface OpenSearch {
  readonly open?: string;
}

/** Anything in, only what is known out. */
export const readOpenSearch = ({ open }: Readonly<Record<string, unknown>>): OpenSearch =>
  typeof open === 'string' && open !== '' ? { open: open.slice(0, 64) } : {};
