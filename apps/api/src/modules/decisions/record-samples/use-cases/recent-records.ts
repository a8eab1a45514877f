import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import type { RecordType } from '../../evaluations/index.js';
import { readOrganizationDefaults } from '../../rule-sets/index.js';
import type { Sample } from '../domain/unknown-shares.js';
import { sampleRecords } from '../persistence/sample-records.js';

const dayMs = 86_400_000;
const sampledDays = 30;

/** Reads the newest records of an organization, and what is required to read their values. */
@Injectable()
export class RecentRecords {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** Takes records of the last 30 days, as rules last saw them. */
  async take(organizationId: string, recordType: RecordType, asOf: Date): Promise<Sample> {
    const client = this.database.forOrganization(organizationId);
    const settings = await readOrganizationDefaults(client, organizationId);
    const records = await sampleRecords(client, organizationId, {
      recordType,
      from: new Date(asOf.getTime() - sampledDays * dayMs),
      to: new Date(asOf.getTime() + dayMs),
      maxRecords: limits.fieldStatisticsRecords,
      numbers: await this.secrets.storedAccountNumbers(client, organizationId),
    });
    return { asOf, records, settings };
  }
}
