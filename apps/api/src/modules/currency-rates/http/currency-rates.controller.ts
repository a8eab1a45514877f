import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, rawNumber } from '../../../platform/http/index.js';
import { LoadRates } from '../use-cases/load-rates.js';
import { ListRatesQuery, LoadRatesBody } from './currency-rates.bodies.js';
import { CurrencyRateListDto, LoadedRatesDto } from './currency-rates.dto.js';
import { readRates } from './read-rates.js';

@ApiTags('currency rates')
@Controller('currency-rates')
export class CurrencyRatesController {
  constructor(private readonly rates: LoadRates) {}

  @Get()
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
  @RequirePermission('organization:edit')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: LoadedRatesDto })
  async load(@CurrentPrincipal() principal: Principal, @Body() { rates }: LoadRatesBody): Promise<LoadedRatesDto> {
    await this.rates.load(principal, readRates(rates));
    return { success: true, loaded: rates.length };
  }
}
