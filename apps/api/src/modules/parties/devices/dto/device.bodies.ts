import { devicePlatforms } from '@tamis/library';
import { IsIP } from 'class-validator';
import {
  BooleanField,
  CountryField,
  EnumField,
  Field,
  IgnoreUnknownFields,
  JsonObjectField,
  NameField,
  NumberField,
  TextField,
  QueryBoolean,
  QueryInteger,
  withPagination,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

/** Query of `GET /devices/entity/{entityId}`. */
export class ListDevicesQuery extends withPagination(Object, limits.devicePageRows) {}

/** Query of `GET /devices/entity/{entityId}/investigation-context`. */
export class InvestigationContextQuery {
  @QueryBoolean({ description: 'Default false; true includes active direct relationships in both directions' })
  includeRelatedEntities?: boolean;

  @QueryInteger({ min: 1, max: limits.contextDevices }) limit: number = limits.defaultPageRows;
}

const short = { max: 255 } as const;

const byEditors = { description: 'for a known device it only changes with `devices:edit`' };

/** Body of `POST /devices/entity/{entityId}`. */
@IgnoreUnknownFields()
export class CreateDeviceBody {
  @NameField({ ...short, required: true, example: 'device-7f3a' }) deviceId!: string;
  @NameField({ max: limits.externalIdCharacters }) externalId?: string;
  @TextField(short) deviceName?: string;
  @EnumField(devicePlatforms, 'DevicePlatform') platform?: string;
  @TextField(short) manufacturer?: string;
  @TextField(short) model?: string;
  @TextField(short) brand?: string;
  @TextField(short) osName?: string;
  @TextField(short) osVersion?: string;
  @TextField(short) browser?: string;
  @TextField(short) browserVersion?: string;
  @NumberField({ min: -90, max: 90 }) latitude?: number;
  @NumberField({ min: -180, max: 180 }) longitude?: number;
  @TextField(short) city?: string;
  @TextField(short) region?: string;
  @TextField({ ...short, description: 'name of the country' }) country?: string;
  @CountryField() countryCode?: string;
  @Field({}, { type: String, description: 'IPv4 or IPv6' }, [IsIP()]) ipAddress?: string;
  @BooleanField() isEmulator?: boolean;
  @BooleanField() isRooted?: boolean;
  @BooleanField(byEditors) isBlocked?: boolean;
  @BooleanField(byEditors) isTrusted?: boolean;
  @JsonObjectField() metadata?: object;
}

/** Body of `PATCH /devices/{id}`; absent fields stay unchanged. */
@ChangeBody()
export class ChangeDeviceBody {
  @BooleanField() isBlocked?: boolean;
  @BooleanField() isTrusted?: boolean;
  @TextField({ ...short, nullable: true, description: 'null clears it' }) deviceName?: string | null;
  @JsonObjectField({ description: 'replaces the stored value' }) metadata?: object;
}
