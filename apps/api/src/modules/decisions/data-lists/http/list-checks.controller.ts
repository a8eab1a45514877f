import { Controller, HttpCode, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiError, ApiErrors, invalid, notFound, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { type ListType, listTypes } from '../domain/list-enumerations.js';
import { CheckValues } from '../use-cases/check-values.js';
import { CheckedValueDto, CheckedValuesDto } from '../dto/list-item.dto.js';
import { BulkCheckBody, CheckValueBody } from '../dto/search.body.js';

@ApiTags('data lists')
@Controller('data-lists')
export class ListChecksController {
  constructor(private readonly checkValues: CheckValues) {}

  /** Checks up to 100 values, each on one list or on all active lists of a type, including enabled lists of the parent. */
  @Post('bulk-check')
  @ApiOperation({ summary: 'Check whether values are on lists' })
  @BodyExample({ checks: [{ type: 'custom', value: '0001-9876543210' }] })
  @HttpCode(200)
  @RequirePermission('data_lists:read')
  @ApiErrors('VALIDATION_ERROR', 'LIST_NOT_FOUND', 'SHARED_RESOURCE_NOT_ENABLED')
  @ApiOkResponse({ type: CheckedValuesDto })
  async bulkCheck(
    @CurrentPrincipal() { organizationId }: Principal,
    @PostBody() { checks }: BulkCheckBody,
  ): Promise<CheckedValuesDto> {
    const asked = checks.map(({ type, listId, value }, index) => {
      if (type == null && listId == null) throw invalid({ [`checks[${index}]`]: 'must name a type or a listId' });
      return { type: type ?? undefined, listId, value };
    });
    const { matches, absent } = await this.checkValues.check(organizationId, asked, new Date());
    if (absent !== null) {
      throw new ApiError('LIST_NOT_FOUND', 'There is no such active list', {
        [`checks[${absent}].listId`]: 'is not an active list',
      });
    }
    const results = matches.map((found, index) => ({ index, matched: found.length > 0, matches: found }));
    return { success: true, results };
  }

  /**
   * Checks whether a value is on an active list of the type, either the organization's own or an enabled one of the parent, as rules do.
   */
  @Post(':type/check')
  @ApiOperation({ summary: 'Check whether a value is on a list of a type' })
  @BodyExample({ value: '0001-9876543210' })
  @HttpCode(200)
  @RequirePermission('data_lists:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: CheckedValueDto })
  async check(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('type') type: string,
    @PostBody() { value }: CheckValueBody,
  ): Promise<CheckedValueDto> {
    if (!listTypes.includes(type as ListType)) throw notFound('List type');
    const { matches } = await this.checkValues.check(organizationId, [{ type: type as ListType, value }], new Date());
    return { success: true, matched: matches[0]!.length > 0, matches: matches[0]! };
  }
}
