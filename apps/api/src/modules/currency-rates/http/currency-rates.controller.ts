import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { asDecimal, parseNumeric } from '@tamis/stdx';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, invalid, rawNumber } from '../../../platform/http/index.js';
import type { DatedRate } from '../persistence/rate-store.js';
import { LoadRates } from '../use-cases/load-rates.js';
import { ListRatesQuery, LoadRatesBody, type RateBody } from './currency-rates.bodies.js';
import { CurrencyRateListDto, LoadedRatesDto } from './currency-rates.dto.js';

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

/** Throws 400 for a rate of a currency to itself, and for a second one of a pair and day. */
function readRates(bodies: readonly RateBody[]): readonly DatedRate[] {
  const rates = bodies.map(({ base, quote, date, rate }) => ({
    base: base.toUpperCase(),
    quote: quote.toUpperCase(),
    date,
    rate: asDecimal(parseNumeric(String(rate))!).toFixed(),
  }));
  const seen = new Map<string, number>();
  const problems = rates.flatMap(({ base, quote, date }, index): [string, string][] => {
    const key = `${base} ${quote} ${date}`;
    const first = seen.get(key);
    seen.set(key, first ?? index);
    if (base === quote) return [[`rates[${index}].quote`, 'must be another currency than base']];
    return first === undefined ? [] : [[`rates[${index}]`, `is of the pair and day of rates[${first}]`]];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
  return rates;
}
