import { Controller, Get, HttpCode, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProduces, ApiTags, getSchemaPath, ApiOperation } from '@nestjs/swagger';

import {
  CurrentPrincipal,
  assertPermission,
  importPermissions,
  type Principal,
  RequirePermission,
  type Permission,
} from '../../../platform/auth/index.js';
import { ApiErrors, invalid, UuidParam, BodyExample, Query } from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import {
  attachment,
  BatchJobDto,
  BatchJobListDto,
  BatchJobs,
  batchFollowPermissions,
  batchPermissions,
  type BatchReportDto,
  BatchReports,
  jobView,
  type BatchKind,
  type BatchReport,
  toBatchKind,
} from '../batch-jobs/index.js';
import { EntityFailuresDto, EntityReports } from '../entity-imports/index.js';
import { BatchFailuresDto, transactionFailures } from '../transactions/index.js';
import { UserEventFailuresDto, userEventFailures } from '../user-events/index.js';
import { ControlBatchBody, ListBatchJobsQuery, ReadBatchJobQuery } from './batch-import.bodies.js';

/** How each kind of job presents the rows that were not stored. */
const failureViews = {
  transaction_batch: transactionFailures,
  user_event_batch: userEventFailures,
} as const satisfies Readonly<Partial<Record<BatchKind, (report: BatchReport) => BatchReportDto>>>;

const kinds = Object.values(batchPermissions);
const [readPermission, ...otherReadPermissions] = kinds.map(({ payload }) => payload) as [Permission, ...Permission[]];

const readDtos = [BatchJobDto, BatchFailuresDto, UserEventFailuresDto, EntityFailuresDto];

/** Batch jobs of all kinds: the submitted rows, the progress and the result. */
@ApiTags('imports')
@Controller('batch-import/jobs')
export class BatchJobsController {
  constructor(
    private readonly batches: BatchJobs,
    private readonly reports: BatchReports,
    private readonly entityReports: EntityReports,
  ) {}

  /** Returns the jobs of the organization, newest first. */
  @Get()
  @ApiOperation({ summary: 'List the batch jobs of the organization' })
  @RequirePermission(...batchFollowPermissions)
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: BatchJobListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListBatchJobsQuery,
  ): Promise<BatchJobListDto> {
    const { kind, ...filter } = query;
    const wanted = { ...filter, ...(kind != null && { kind: toBatchKind(kind) }) };
    const { rows, pagination } = await this.reports.list(organizationId, wanted);
    return { success: true, jobs: rows.map(jobView), pagination };
  }

  /**
   * Returns the progress of a batch. With `include=failures` it adds the rows that were not stored, for callers who may send or read its
   * records.
   */
  @Get(':id')
  @ApiOperation({ summary: 'Read the progress of a batch' })
  @RequirePermission(...batchFollowPermissions)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiExtraModels(...readDtos)
  // `anyOf`, because the failures of two kinds look the same while there are none.
  @ApiOkResponse({ schema: { anyOf: readDtos.map((type) => ({ $ref: getSchemaPath(type) })) } })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Batch job') id: string,
    @Query() { include }: ReadBatchJobQuery,
  ): Promise<BatchJobDto | BatchReportDto> {
    const { organizationId } = principal;
    if (!include?.includes('failures'))
      return { success: true, job: jobView(await this.batches.find(organizationId, id)) };
    const report = await this.reports.failures(organizationId, id);
    const { send, read } = batchPermissions[report.kind];
    assertPermission(principal, send, read);
    return report.kind === 'entity_batch' ? this.entityReports.view(report) : failureViews[report.kind](report);
  }

  /**
   * Returns the rows as they were read: request bodies that create records of the kind. Requires the permission to read those records, and
   * is recorded in the audit trail.
   */
  @Get(':id/payload')
  @ApiOperation({ summary: 'Read the rows of a batch as they were sent' })
  @RequirePermission(readPermission, ...otherReadPermissions)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiProduces('application/json')
  @ApiOkResponse({ schema: { type: 'array', items: {} } })
  async payload(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Batch job') id: string,
  ): Promise<StreamableFile> {
    const text = await this.reports.payload(principal, id);
    return attachment(`${id}.json`, text, 'application/json; charset=utf-8');
  }

  /**
   * Pauses, resumes or cancels a batch. Rows stored so far remain, unless the batch is stored completely or not at all. Requires the
   * permission to send it.
   */
  @Post(':id/control')
  @ApiOperation({ summary: 'Pause, resume or cancel a batch' })
  @BodyExample({ kind: 'transaction_batch', action: 'cancel' })
  @HttpCode(200)
  @RequirePermission(...importPermissions)
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'JOB_NOT_CONTROLLABLE')
  @ApiOkResponse({ type: BatchJobDto })
  async control(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Batch job') id: string,
    @PostBody() { kind, action }: ControlBatchBody,
  ): Promise<BatchJobDto> {
    const job = await this.batches.find(principal.organizationId, id);
    assertPermission(principal, batchPermissions[job.kind].send);
    if (job.kind !== toBatchKind(kind)) throw invalid({ kind: `must be ${job.kind}, the kind of the job` });
    return { success: true, job: jobView(await this.batches.control(principal, id, action)) };
  }
}
