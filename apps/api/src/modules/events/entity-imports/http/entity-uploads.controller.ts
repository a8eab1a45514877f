import { Controller, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal } from '../../../../platform/auth/index.js';
import { PostBody } from '../../../../platform/idempotency/index.js';
import { RunningBatchDto, startedView, UploadRoute } from '../../batch-jobs/index.js';
import { UploadEntitiesBody } from '../dto/entity-batch.bodies.js';
import { StartEntityBatch } from '../use-cases/start-entity-batch.js';
import { toEntityBatchOptions } from './entity-batch-options.js';

/** Batches of entities sent as a file. */
@ApiTags('imports')
@Controller('batch-import/import')
export class EntityUploadsController {
  constructor(private readonly batches: StartEntityBatch) {}

  /**
   * Stores the people, companies and payment methods of a file after the response is sent. Rows that cannot be read are failures of the
   * job.
   */
  @UploadRoute('entities', 'entities:bulk_import', 1, ['RISK_MATRIX_NOT_FOUND', 'SHARED_RESOURCE_NOT_ENABLED'])
  @ApiOperation({ summary: 'Store the entities of a file asynchronously' })
  async import(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: UploadEntitiesBody,
    @Req() { files = [] }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const { mappingId, columnMapping, delimiter, encoding } = body;
    const form = { files, mappingId, columnMapping, delimiter, encoding };
    return startedView(await this.batches.startUpload(principal, form, toEntityBatchOptions(body)));
  }
}
