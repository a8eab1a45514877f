import { userEventTypes } from '@tamis/library';
import { IsIP } from 'class-validator';
import {
  BooleanField,
  CountryField,
  DateField,
  EnumField,
  Field,
  IgnoreUnknownFields,
  InstantField,
  IntegerField,
  JsonObjectField,
  NameField,
  TrimmedField,
  NestedField,
  NumberField,
  QueryBoolean,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { DeviceDetailsBody } from '../../../parties/devices/index.js';
import { DescribedEntityBody } from '../../../parties/entities/index.js';

const short = { max: 255 } as const;

/** The device of an event. Unknown fields are stored unchanged. */
class EventDeviceBody extends DeviceDetailsBody {
  @TextField(short) deviceName?: string;
  @TextField(short) brand?: string;
  @NumberField({ min: -90, max: 90 }) latitude?: number;
  @NumberField({ min: -180, max: 180 }) longitude?: number;
  @TextField(short) city?: string;
  @TextField(short) region?: string;
  @TextField({ ...short, description: 'name of the country' }) country?: string;
  @CountryField() countryCode?: string;
}

/** Body of `POST /events/user`. */
@IgnoreUnknownFields()
export class CreateUserEventBody {
  @EnumField(userEventTypes, 'UserEventType', { required: true, example: 'LOGIN_FAILED' })
  eventType!: string;

  @NameField({ required: true, ...short, description: 'the caller’s id for the user', example: 'user-17' })
  userId!: string;

  @UuidField({ description: 'one of `entityId`, `entityExternalId` and `taxId` is required' }) entityId?: string;
  @TrimmedField({ max: limits.externalIdCharacters, example: 'cust-0090' }) entityExternalId?: string;
  @TextField({
    min: 1,
    max: limits.taxIdCharacters,
    pattern: /[\p{L}\p{N}]/u,
    patternMessage: 'taxId must contain letters or digits',
  })
  taxId?: string;

  @InstantField({ description: 'Default: now', example: '2026-03-01T10:02:00Z' }) timestamp?: string;
  @DateField({ description: 'business day' }) eventDate?: string;
  @NameField({ max: limits.externalIdCharacters, description: 'unique where sent' }) externalId?: string;

  @NameField({ ...short, description: 'registers or updates the device' }) deviceId?: string;
  @NestedField(() => EventDeviceBody) deviceDetails?: EventDeviceBody;

  @Field({}, { type: String, description: 'IPv4 or IPv6' }, [IsIP()]) ipAddress?: string;
  @CountryField() country?: string;
  @BooleanField() isVpn?: boolean;
  @BooleanField() isProxy?: boolean;
  @BooleanField() isNewDevice?: boolean;
  @IntegerField({ min: 0, max: 1_000_000 }) failedAttemptsCount?: number;
  @TextField(short) destinationAccountId?: string;
  @TextField({ max: limits.taxIdCharacters }) destinationCuit?: string;
  @TextField({ max: 1_000 }) previousValue?: string;
  @TextField({ max: 1_000 }) userAgent?: string;
  @JsonObjectField({ description: 'the name of a `CUSTOM` event is in `name`' }) metadata?: object;
  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
}

/** Query of `POST /events/user`. */
export class CreateUserEventQuery {
  @QueryBoolean({ description: 'Default false; true creates the entity of `taxId` where there is none' })
  withAutoEntity?: boolean;
}

/** A user event that is evaluated without being stored. */
export class SentUserEventBody extends CreateUserEventBody {
  @NestedField(() => DescribedEntityBody, { description: 'overrides fields of the stored entity, or replaces it' })
  entity?: DescribedEntityBody;
}
