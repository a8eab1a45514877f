import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, ApiErrors, RouteSettings } from '../../../platform/http/index.js';
import { FindEntity } from '../../entities/index.js';
import { activationCountries, activationCountry } from '../domain/country-activation.js';
import { readActivations } from '../persistence/activation-store.js';
import { ChangeActivation } from '../use-cases/change-activation.js';
import { CountryActivationBody } from './country-activation.body.js';
import { ChangedActivationDto, CountryActivationsDto } from './country-activation.dto.js';

@ApiTags('entities')
@Controller('entities/:id/country-activations')
export class CountryActivationsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
    private readonly changeActivation: ChangeActivation,
  ) {}

  @Get()
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: CountryActivationsDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('id') id: string,
  ): Promise<CountryActivationsDto> {
    const entity = await this.entities.run(organizationId, { id });
    const of = { organizationId, entityId: entity.id };
    const countries = await readActivations(this.database.of(organizationId), of);
    return { success: true, data: { entityId: entity.id, countries } };
  }

  @Patch(':countryCode')
  @RequirePermission('entities:edit')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('VALIDATION_ERROR', 'UNSUPPORTED_COUNTRY_CODE', 'ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: ChangedActivationDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Param('countryCode') code: string,
    @Body() { status }: CountryActivationBody,
  ): Promise<ChangedActivationDto> {
    const countryCode = activationCountry(code);
    if (!countryCode) {
      const message = `The country code is none of ${activationCountries.join(', ')}`;
      throw new ApiError('UNSUPPORTED_COUNTRY_CODE', message);
    }
    const changed = await this.changeActivation.run(principal, { entityId: id, countryCode, status });
    const { activation, ...more } = changed;
    return { success: true, data: { ...activation, ...more } };
  }
}
