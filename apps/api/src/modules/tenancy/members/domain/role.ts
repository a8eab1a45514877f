import { type Permission, permissions } from '../../../../platform/auth/index.js';

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Fixed roles cannot be changed or deleted. */
  readonly isSystem: boolean;
  readonly permissions: readonly string[];
  /** Incremented by each change. */
  readonly version: number;
}

const memberActions: readonly Permission[] = [
  'alerts:edit',
  'alerts:assign',
  'alerts:resolve',
  'cases:create',
  'cases:edit',
  'cases:assign',
  'cases:close',
  'entities:create',
  'entities:edit',
  'transactions:create',
  'transactions:edit',
  'events:create',
  'enrichments:execute',
  'kyc:create',
  'kyc:review',
];

const systemRole = (number: number, name: string, description: string, allowed: readonly Permission[]): Role => ({
  id: `00000000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  name,
  description,
  isSystem: true,
  permissions: allowed,
  version: 1,
});

export const ownerRole = systemRole(1, 'Owner', 'Everything', permissions);

/** Roles that exist in every account, with the same ids everywhere. */
export const systemRoles: readonly Role[] = [
  ownerRole,
  systemRole(
    2,
    'Admin',
    'Everything but billing',
    permissions.filter((permission) => permission !== 'billing:manage'),
  ),
  systemRole(
    3,
    'Member',
    'Reads everything, works on alerts, cases, entities and transactions',
    permissions.filter((permission) => permission.endsWith(':read') || memberActions.includes(permission)),
  ),
];
