import { Controller, HttpCode, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isObject } from '@tamis/stdx';
import type { FastifyRequest } from 'fastify';

import {
  assertPermission,
  CurrentPrincipal,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { ChangedRows, RowTexts } from '../../../../platform/files/index.js';
import {
  ApiErrors,
  arrayElements,
  BodyExample,
  memberText,
  mergeObjects,
  RouteSettings,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { RunningBatchDto, startedView } from '../../../events/batch-jobs/index.js';
import {
  entityBatchErrors,
  type EntityImportMode,
  StartEntityBatch,
  toEntityBatchOptions,
} from '../../../events/entity-imports/index.js';
import { AutomaticBulkBody } from '../dto/automatic-bulk.body.js';

/** Creates many entities from their tax ids only. */
@ApiTags('imports')
@Controller('entities/automatic')
export class AutomaticBulkController {
  constructor(private readonly batches: StartEntityBatch) {}

  /** Creates each item like `POST /entities/automatic`, one after another, after the response is sent. */
  @Post('bulk', { waitsOutside: true })
  @ApiOperation({ summary: 'Create a batch of entities with their register data asynchronously' })
  @HttpCode(202)
  @RequirePermission('entities:bulk_import')
  @RouteSettings({ bodyBytes: limits.batchPaymentsBytes, largeArray: { member: 'items', parsed: null } })
  @BodyExample({ items: [{ type: 'company', taxId: '11.444.777/0001-61' }], country: 'BR', depth: 0 })
  @ApiErrors(...entityBatchErrors)
  @ApiAcceptedResponse({ type: RunningBatchDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: AutomaticBulkBody,
    @Req() { bodyRows, rawBody = '{}' }: FastifyRequest,
  ): Promise<RunningBatchDto> {
    assertPermission(principal, 'entities:create');
    const { importMode = 'automatic_enriched', country, items: _, ...more } = body;
    const sent = bodyRows?.rows ?? new RowTexts(arrayElements(memberText(rawBody, 'items') ?? '[]'));
    const rows = new ChangedRows(sent, (item) => toRow(item, importMode, country));
    const options = toEntityBatchOptions({ ...more, entityImportMode: importMode });
    const started = await this.batches.startRows(principal, { member: 'items', rows }, options);
    return startedView({ started, totalItems: rows.count });
  }
}

/** Converts an item to the format of batch rows, where country and name have other member names. */
function toRow(item: string, mode: EntityImportMode, country: string | undefined): string {
  const told: unknown = JSON.parse(item);
  if (!isObject(told)) return item;
  const countryCode = told['country'] ?? told['countryCode'] ?? country;
  const name = mode === 'manual_no_enrichment' ? (told['suggestedName'] ?? told['name']) : undefined;
  return mergeObjects(item, JSON.stringify({ countryCode, name }), 'shallow');
}
