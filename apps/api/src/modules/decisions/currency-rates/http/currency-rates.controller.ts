import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, rawNumber, Pagination, BodyExample, Query } from '../../../../platform/http/index.js';
import { LoadRates } from '../use-cases/load-rates.js';
import { ListRatesQuery, LoadRatesBody } from '../dto/currency-rates.bodies.js';
import { readRates } from './read-rates.js';

class CurrencyRateDto {
  @ApiProperty({ example: 'USD' }) base!: string;
  @ApiProperty({ example: 'BRL' }) quote!: string;
  @ApiProperty({ format: 'date' }) date!: string;
  @ApiProperty({ type: Number, description: 'Value of one `base` in `quote`' }) rate!: object;
  @ApiProperty({ description: 'Source: `organization`, or the public publisher `ecb`' }) source!: string;
}

class CurrencyRateListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CurrencyRateDto] }) rates!: readonly CurrencyRateDto[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

class LoadedRatesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Number of stored rates' }) loaded!: number;
}

@ApiTags('currency rates')
@Controller('currency-rates')
export class CurrencyRatesController {
  constructor(private readonly rates: LoadRates) {}

  @Get()
  @ApiOperation({ summary: 'List the currency rates that the organization loaded and those fetched for everyone' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: CurrencyRateListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListRatesQuery,
  ): Promise<CurrencyRateListDto> {
    const { rows, pagination } = await this.rates.list(organizationId, query);
    return { success: true, rates: rows.map(({ rate, ...row }) => ({ ...row, rate: rawNumber(rate) })), pagination };
  }

  @Put()
  @ApiOperation({ summary: 'Load currency rates of the organization' })
  @BodyExample({ rates: [{ base: 'USD', quote: 'BRL', date: '2026-03-01', rate: 5.25 }] })
  @RequirePermission('organization:edit')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: LoadedRatesDto })
  async load(@CurrentPrincipal() principal: Principal, @Body() { rates }: LoadRatesBody): Promise<LoadedRatesDto> {
    await this.rates.load(principal, readRates(rates));
    return { success: true, loaded: rates.length };
  }
}
