import type { EntityRow } from './entity-row.js';

/** All members of a row. */
const members: Readonly<Record<keyof EntityRow, true>> = {
  organizationId: true,
  id: true,
  externalId: true,
  type: true,
  name: true,
  taxId: true,
  normalizedTaxId: true,
  countryCode: true,
  nationality: true,
  email: true,
  phone: true,
  riskScore: true,
  riskLevel: true,
  riskFactors: true,
  manualRisk: true,
  riskMatrixIds: true,
  currentEvaluation: true,
  status: true,
  statusLocked: true,
  statusReason: true,
  kycVerified: true,
  kycProvider: true,
  kycData: true,
  entityData: true,
  attributes: true,
  metadata: true,
  operationalHours: true,
  registrationDate: true,
  isClient: true,
  expiresAt: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
};

export const entityMembers = Object.keys(members) as readonly (keyof EntityRow)[];

export const columnOf = (member: keyof EntityRow): string =>
  member.replace(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Column list for SELECT, for entities with the alias `e`. The rows have the type `EntityRow`. */
export const entityColumns = entityMembers.map((member) => `e.${columnOf(member)} as "${member}"`).join(', ');

/** Columns of type `jsonb`, whose values the driver would otherwise treat as database arrays. */
const jsonMembers: ReadonlySet<keyof EntityRow> = new Set(['riskFactors', 'currentEvaluation']);

/** Returns the value of a member as a statement parameter. */
export const columnValue = (row: EntityRow, member: keyof EntityRow): unknown =>
  jsonMembers.has(member) && row[member] !== null ? JSON.stringify(row[member]) : row[member];
