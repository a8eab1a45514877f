import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import {
  ApiError,
  ApiErrors,
  RouteSettings,
  EnumField,
  IgnoreUnknownFields,
  BodyExample,
} from '../../../platform/http/index.js';
import { FindEntity } from '../entities/index.js';
import {
  activationCountries,
  parseActivationCountry,
  type ActivationStatus,
  activationStatuses,
  type ActivationCountry,
} from './country-activation.js';
import { readActivations } from './activation-store.js';
import { ChangeActivation } from './change-activation.js';

const country = { enum: activationCountries, enumName: 'ActivationCountry' };
const status = { enum: activationStatuses, enumName: 'CountryActivationStatus' };
const moment = { type: String, format: 'date-time', nullable: true } as const;

/** An entity in one country. */
class CountryActivationDto {
  @ApiProperty(country) countryCode!: ActivationCountry;
  @ApiProperty(status) status!: ActivationStatus;
  @ApiProperty({ ...moment, description: 'Null: never' }) activatedAt!: Date | null;
  @ApiProperty({ ...moment, description: '`null` if no request set it' }) deactivatedAt!: Date | null;
  @ApiProperty({ ...moment, description: '`null` if it was never changed' }) updatedAt!: Date | null;
}

class CountryActivationsData {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: [CountryActivationDto], description: 'AR, BR, CL, CO, MX, US' })
  countries!: readonly CountryActivationDto[];
}

class CountryActivationsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: CountryActivationsData;
}

class ChangedActivationData extends CountryActivationDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty(status) previousStatus!: ActivationStatus;
  @ApiProperty({ description: 'false if it already had this status' }) changed!: boolean;
  @ApiProperty({ type: [CountryActivationDto], description: 'AR, BR, CL, CO, MX, US' })
  countries!: readonly CountryActivationDto[];
}

class ChangedActivationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ChangedActivationData;
}

/** `PATCH /entities/{id}/country-activations/{countryCode}`. */
@IgnoreUnknownFields()
class CountryActivationBody {
  @EnumField(activationStatuses, 'CountryActivationStatus', { required: true })
  status!: ActivationStatus;
}

@ApiTags('entities')
@Controller('entities/:id/country-activations')
export class CountryActivationsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
    private readonly changeActivation: ChangeActivation,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the countries in which an entity is active' })
  @RequirePermission('entities:read')
  @RouteSettings({ errorShape: 'entity' })
  @ApiErrors('ENTITY_NOT_FOUND')
  @ApiOkResponse({ type: CountryActivationsDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('id') id: string,
  ): Promise<CountryActivationsDto> {
    const entity = await this.entities.find(organizationId, { id });
    const of = { organizationId, entityId: entity.id };
    const countries = await readActivations(this.database.forOrganization(organizationId), of);
    return { success: true, data: { entityId: entity.id, countries } };
  }

  @Patch(':countryCode')
  @ApiOperation({ summary: 'Change the activation of an entity in a country' })
  @BodyExample({ status: 'activation_requested' })
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
    const countryCode = parseActivationCountry(code);
    if (!countryCode) {
      const message = `The country code must be one of ${activationCountries.join(', ')}`;
      throw new ApiError('UNSUPPORTED_COUNTRY_CODE', message);
    }
    const changed = await this.changeActivation.change(principal, { entityId: id, countryCode, status });
    const { activation, ...more } = changed;
    return { success: true, data: { ...activation, ...more } };
  }
}
