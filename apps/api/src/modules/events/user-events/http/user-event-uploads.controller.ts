import { Controller, Req } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal } from '../../../../platform/auth/index.js';
import {
  BatchUploads,
  RunningBatchDto,
  startedView,
  tableReaders,
  UploadRoute,
  type BatchErrorHandling,
  batchErrorHandlings,
} from '../../batch-jobs/index.js';
import type { UserEventBatchOptions } from '../domain/user-event-batch.js';
import { UserEventBatches } from '../use-cases/user-event-batches.js';
import { userEventForm } from '../dto/user-event-form.js';
import { EnumField, IgnoreUnknownFields, QueryBoolean, UuidField } from '../../../../platform/http/index.js';
import { PostBody } from '../../../../platform/idempotency/index.js';
import {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
} from '../../column-mappings/index.js';

/** Fields of a form with a file of user events, in addition to `file`. */
@IgnoreUnknownFields()
class UploadUserEventsBody {
  @ApiProperty({ type: 'string', format: 'binary', description: 'CSV, by its extension' })
  file?: unknown;
  @UuidField({ required: true, description: 'A stored column mapping for `user_event`' }) mappingId!: string;
  @CsvDelimiterField() delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryBoolean({ description: 'Default true' }) executeRules?: boolean;
  @QueryBoolean({
    description: 'Default true: the entity of a tax id is created where there is none, with the `country` of its row',
  })
  withAutoEntity?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description:
      'What becomes of the others where a user event cannot be stored. Default `continue_collect_errors`: they are stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}

const readers = { csv: tableReaders.csv };

/** Uploads of user event files, which become batches. */
@ApiTags('user events')
@Controller('batch-import/import')
export class UserEventUploadsController {
  constructor(
    private readonly uploads: BatchUploads,
    private readonly events: UserEventBatches,
  ) {}

  /** Stores the user events of a file after the response. Rows that cannot be read become failures of the job. */
  @UploadRoute('user-events', 'events:create', 1)
  @ApiOperation({ summary: 'Store the user events of a file and decide on each asynchronously' })
  async import(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: UploadUserEventsBody,
    @Req() { files = [] }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    const { mappingId, delimiter, encoding } = body;
    const kind = { handler: this.events, targets: ['user_event'], form: userEventForm, readers } as const;
    const sent = { files, mappingId, delimiter, encoding };
    return startedView(await this.uploads.start(principal, kind, sent, optionsOf(body)));
  }
}

const optionsOf = (body: Partial<UploadUserEventsBody>): UserEventBatchOptions => ({
  executeRules: body.executeRules ?? true,
  withAutoEntity: body.withAutoEntity ?? true,
  errorHandling: body.batchErrorHandling ?? 'continue_collect_errors',
});

/** Default options for user events of a file. */
export const userEventBatchDefaults = optionsOf({});
