import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors } from '../../../platform/http/index.js';
import { ReadFields, type RuleField } from '../use-cases/read-fields.js';
import { RuleFieldsDto } from './fields.dto.js';
import { RuleFieldsQuery } from './fields.query.js';

@ApiTags('rules')
@Controller('rules/fields')
export class FieldsController {
  constructor(private readonly reading: ReadFields) {}

  /** What rules may read, with what the organization's own records have of it. */
  @Get()
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: RuleFieldsDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: RuleFieldsQuery,
  ): Promise<RuleFieldsDto> {
    const { targetEntityType, include } = query;
    const found =
      include === 'none'
        ? { asOf: null, sampleSize: 0, fields: this.reading.fields(targetEntityType) }
        : await this.reading.withStatistics(organizationId, targetEntityType, new Date());
    const { asOf, sampleSize, fields } = found;
    return {
      success: true,
      targetEntityType,
      asOf: asOf?.toISOString() ?? null,
      sampleSize,
      fields: fields.filter((field) => isWanted(field, query)),
    };
  }
}

function isWanted({ path, jsonPath, label, description }: RuleField, { search, prefix }: RuleFieldsQuery): boolean {
  const word = search?.toLowerCase();
  const isFound = word === undefined || [path, label, description].some((text) => text.toLowerCase().includes(word));
  return isFound && (prefix === undefined || path.startsWith(prefix) || jsonPath.startsWith(prefix));
}
