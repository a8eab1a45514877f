import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ArrayMinSize } from 'class-validator';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  IntegerField,
  invalid,
  JsonObjectField,
  providedFields,
  rawNumber,
  TextField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import { limits } from '../../../platform/limits.js';
import { exampleSource } from '../../rules/rules/index.js';
import { FindFlips, type RecordFlip } from './find-flips.js';
import { FlipsDto } from './flips.dto.js';

/** Body of `POST /rules/flips`. */
class FindFlipsBody {
  @TextField({ required: true, min: 1, max: limits.flips.sourceCharacters, description: 'A rule, or a file of rules' })
  source!: string;
  @UuidArrayField({
    max: limits.flips.records,
    description: 'Evaluations to repeat, instead of `recent`',
  })
  @ArrayMinSize(1)
  evaluationIds?: string[];
  @IntegerField({
    min: 1,
    max: limits.flips.records,
    description: `Number of newest evaluations of the rules' target; default ${limits.flips.usual}`,
  })
  recent?: number;
  @JsonObjectField({ description: 'Values of parameters by name, for this request' }) params?: Record<string, unknown>;
}

@ApiTags('rules')
@Controller('rules')
export class FlipsController {
  constructor(private readonly flips: FindFlips) {}

  /**
   * Decides stored evaluations again, with the active rules and with the submitted rules replacing them, each with what was known at its
   * time. Stores nothing, and executes no actions. Also requires the permission to read such records.
   */
  @Post('flips')
  @ApiOperation({ summary: 'Show what stored decisions would be with other rules' })
  @BodyExample({ source: exampleSource, recent: 50 })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'INVALID_SOURCE', 'RISK_MATRIX_NOT_FOUND')
  @ApiOkResponse({ type: FlipsDto })
  async find(@CurrentPrincipal() principal: Principal, @PostBody() body: FindFlipsBody): Promise<FlipsDto> {
    const { evaluationIds, recent, params = {} } = providedFields(body);
    if (evaluationIds && recent !== undefined) throw invalid({ recent: 'give either evaluationIds or recent' });
    const asked = { source: body.source, params, evaluationIds, recent: recent ?? limits.flips.usual };
    const { ruleSetVersion, candidate, records } = await this.flips.find(principal, asked);
    const flips = records.filter(({ before, after }) => before.decision !== after.decision).length;
    const { diagnostics } = candidate;
    return { success: true, ruleSetVersion, diagnostics, flips, records: records.map(recordFlipView) };
  }
}

function recordFlipView({ run: { row, context }, before, after, rules }: RecordFlip): FlipsDto['records'][number] {
  const { amount, currency } = context as { readonly amount?: string; readonly currency?: string };
  return {
    evaluationId: row.id,
    recordType: row.recordType,
    recordId: row.recordId,
    externalId: row.externalId,
    occurredAt: row.now.toISOString(),
    amount: amount === undefined ? null : (rawNumber(amount) as unknown as number),
    currency: currency ?? null,
    before,
    after,
    rules,
  };
}
