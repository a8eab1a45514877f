import { Controller, Get, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';

import { AnyKey, CurrentPrincipal, type Principal } from '../../../platform/auth/index.js';
import { ApiErrors, EnumField, Query, TrimmedField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type FoundKind, foundKinds, SearchRecords } from './search-records.js';

export class SearchQuery {
  @TrimmedField({
    required: true,
    max: limits.searchCharacters,
    description:
      'an id; the beginning of an external id; a tax id in any punctuation; the beginnings of the words of a name, without accents and case; ' +
      'a part of the name of a rule or case',
  })
  q!: string;

  @EnumField(foundKinds, 'FoundKind', { description: 'searches only records of this kind' })
  kind?: FoundKind;
}

class FoundRecordDto {
  @ApiProperty({ enum: foundKinds, enumName: 'FoundKind' }) kind!: FoundKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'a name, external id, key or number' }) title!: string;
  @ApiProperty({ type: [String], description: 'details to distinguish it from others' }) details!: readonly string[];
  @ApiProperty({ type: String, nullable: true, description: 'for a payment, its decision' }) status!: string | null;
}

class OmittedKindDto {
  @ApiProperty({ enum: foundKinds, enumName: 'FoundKind' }) kind!: FoundKind;
  @ApiProperty({ description: 'the permission needed to find them' }) permission!: string;
}

class SearchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({
    type: [FoundRecordDto],
    description: `at most ${limits.searchOfKind} of each kind, or ${limits.searchOfOneKind} of the \`kind\` that was asked for`,
  })
  results!: readonly FoundRecordDto[];
  @ApiProperty({ type: [OmittedKindDto], description: 'kinds that the caller cannot read' })
  omitted!: readonly OmittedKindDto[];
}

@ApiTags('search')
@Controller('search')
export class SearchController {
  constructor(private readonly search: SearchRecords) {}

  /** Returns what the caller may read: payments, people and companies, rules and cases. */
  @Get()
  @ApiOperation({ summary: 'Search records of every kind' })
  @AnyKey()
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: SearchDto })
  async find(@CurrentPrincipal() principal: Principal, @Query() { q, kind }: SearchQuery): Promise<SearchDto> {
    return { success: true, ...(await this.search.find(principal, q, kind)) };
  }
}

@Module({ controllers: [SearchController], providers: [SearchRecords] })
export class SearchModule {}
