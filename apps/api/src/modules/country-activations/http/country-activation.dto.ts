import { ApiProperty } from '@nestjs/swagger';

import {
  activationCountries,
  type ActivationCountry,
  type ActivationStatus,
  activationStatuses,
} from '../domain/country-activation.js';

const country = { enum: activationCountries, enumName: 'ActivationCountry' };
const status = { enum: activationStatuses, enumName: 'CountryActivationStatus' };
const moment = { type: String, format: 'date-time', nullable: true } as const;

/** An entity in one country. */
export class CountryActivationDto {
  @ApiProperty(country) countryCode!: ActivationCountry;
  @ApiProperty(status) status!: ActivationStatus;
  @ApiProperty({ ...moment, description: 'Null: never' }) activatedAt!: Date | null;
  @ApiProperty({ ...moment, description: 'Null: never by a request' }) deactivatedAt!: Date | null;
  @ApiProperty({ ...moment, description: 'Null: never changed' }) updatedAt!: Date | null;
}

class CountryActivationsData {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: [CountryActivationDto], description: 'AR, BR, CL, CO, MX, US' })
  countries!: readonly CountryActivationDto[];
}

export class CountryActivationsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: CountryActivationsData;
}

class ChangedActivationData extends CountryActivationDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty(status) previousStatus!: ActivationStatus;
  @ApiProperty({ description: 'False: the status was this one already' }) changed!: boolean;
  @ApiProperty({ type: [CountryActivationDto], description: 'AR, BR, CL, CO, MX, US' })
  countries!: readonly CountryActivationDto[];
}

export class ChangedActivationDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: ChangedActivationData;
}
