import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { MailServer } from '../../../../platform/egress/index.js';
import type { SentRows } from '../../../../platform/files/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { assignableMatrices } from '../../../decisions/rule-sets/index.js';
import {
  assertImportEnabled,
  BatchJobs,
  BatchRowLimit,
  BatchUploads,
  type FileReaders,
  jsonReaders,
  type StartedBatch,
  type StartedUpload,
  tableReaders,
  type UploadForm,
} from '../../batch-jobs/index.js';
import { entityTargets } from '../../column-mappings/index.js';
import type { EntityBatchOptions } from '../domain/entity-batch.js';
import { entityRowForm } from '../dto/entity-row.body.js';
import { EntityBatches } from './entity-batches.js';

/** File types supported for entities. */
const readers: FileReaders = { ...tableReaders, ...jsonReaders({ member: 'entities', noun: 'entities' }) };

const matrixOptions = ['riskMatrixPersonId', 'riskMatrixCompanyId'] as const;

/**
 * Starts batches of entities. Each method throws 403 `FEATURE_NOT_ENABLED`, 422 `RISK_MATRIX_NOT_FOUND`, and the errors of
 * `BatchJobs.start`.
 */
@Injectable()
export class StartEntityBatch {
  constructor(
    private readonly database: TenantDatabase,
    private readonly batches: BatchJobs,
    private readonly uploads: BatchUploads,
    private readonly rowLimit: BatchRowLimit,
    private readonly entityBatches: EntityBatches,
    private readonly mailServer: MailServer,
  ) {}

  /** Also throws 400 for an invalid form, file or mapping. */
  async startUpload(principal: Principal, form: UploadForm, options: EntityBatchOptions): Promise<StartedUpload> {
    await this.checkOptions(principal, options);
    const kind = { handler: this.entityBatches, targets: entityTargets, form: entityRowForm, readers };
    return this.uploads.start(principal, kind, form, options);
  }

  /** Starts a batch from rows in a body. `member` is the body member that holds them. Also throws 400 `TOO_MANY_ITEMS`. */
  async startRows(
    principal: Principal,
    { member, rows }: { readonly member: string; readonly rows: SentRows },
    options: EntityBatchOptions,
  ): Promise<StartedBatch> {
    const { organizationId, actor, from } = principal;
    await this.checkOptions(principal, options);
    await this.rowLimit.checkCounts(organizationId, this.entityBatches.kind, { [member]: rows.count });
    const askedBy = { organizationId, actor, from };
    return this.batches.start(this.entityBatches, { organizationId, askedBy, rows, options });
  }

  private async checkOptions({ organizationId }: Principal, options: EntityBatchOptions): Promise<void> {
    const { entityImportMode: mode, errorHandling } = options;
    this.entityBatches.checkMode(mode);
    if (mode === 'automatic_enriched') {
      const client = this.database.forOrganization(organizationId);
      await assertImportEnabled(client, organizationId, 'bulkAutomaticImportEnabled');
    }
    if (options.report && !this.mailServer.isNamed)
      throw new ApiError(
        'FEATURE_NOT_ENABLED',
        'This server sends no emails because no mail server is configured (MAIL_URL): omit reportRecipientEmails',
      );
    if (mode === 'automatic_enriched' && errorHandling === 'rollback_all')
      throw invalid({
        batchErrorHandling: 'rollback_all cannot be used with automatic_enriched: enrichments cannot be rolled back',
      });
    const named = matrixOptions.flatMap((field) => (options[field] === null ? [] : [{ field, id: options[field] }]));
    if (named.length === 0) return;
    const ids = [...new Set(named.map(({ id }) => id))];
    const known = await this.database.transaction(organizationId, (client) =>
      assignableMatrices(client, organizationId, ids),
    );
    const missing = named.filter(({ id }) => !known.some((each) => each.id === id));
    if (missing.length === 0) return;
    const message = 'names a risk matrix that this organization does not have';
    const details = Object.fromEntries(missing.map(({ field }) => [field, message]));
    throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', details);
  }
}
