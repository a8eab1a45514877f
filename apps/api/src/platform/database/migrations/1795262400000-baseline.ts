import type { MigrationInterface, QueryRunner } from 'typeorm';

import { automationsTables } from './baseline/automations.js';
import { billingTables } from './baseline/billing.js';
import { caseworkTables } from './baseline/casework.js';
import { decisionsDataTables } from './baseline/decisions-data.js';
import { decisionsTables } from './baseline/decisions.js';
import { deliveryTables } from './baseline/delivery.js';
import { enrichmentTables } from './baseline/enrichment.js';
import { eventsTables } from './baseline/events.js';
import { insightTables } from './baseline/insight.js';
import { kycTables } from './baseline/kyc.js';
import { monitoringTables } from './baseline/monitoring.js';
import { ownershipFactsTables } from './baseline/ownership-facts.js';
import { ownershipTables } from './baseline/ownership.js';
import { partiesTables } from './baseline/parties.js';
import { platformTables } from './baseline/platform.js';
import { compression, role } from './baseline/role.js';
import { rulesTables } from './baseline/rules.js';
import { screeningsTables } from './baseline/screenings.js';
import { screeningTables } from './baseline/screening.js';
import { tenancyTables } from './baseline/tenancy.js';

// The tables of a module may reference those of the modules before it.
const tables = [
  ...tenancyTables,
  ...platformTables,
  ...billingTables,
  ...caseworkTables,
  ...deliveryTables,
  ...decisionsDataTables,
  ...decisionsTables,
  ...rulesTables,
  ...partiesTables,
  ...eventsTables,
  ...enrichmentTables,
  ...screeningTables,
  ...screeningsTables,
  ...monitoringTables,
  ...ownershipTables,
  ...ownershipFactsTables,
  ...automationsTables,
  ...kycTables,
  ...insightTables,
];

/** The schema as of the first release. */
export class Baseline1795262400000 implements MigrationInterface {
  readonly name = 'Baseline1795262400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...role, ...tables, compression]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('nothing was before the baseline: drop the database instead'));
  }
}
