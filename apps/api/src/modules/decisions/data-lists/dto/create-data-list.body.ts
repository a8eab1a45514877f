import {
  BooleanField,
  EnumField,
  Field,
  IfVersionField,
  IntegerField,
  JsonObjectField,
  NameField,
  TextField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  type ListSource,
  listSources,
  type ListStatus,
  listStatuses,
  type ListType,
  listTypes,
} from '../domain/list-enumerations.js';
import { isObject } from '@tamis/stdx';
import { ValidateBy } from 'class-validator';

const isTextMap = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((member) => typeof member === 'string');

/** Validates an object whose values are all text. */
const IsTextMap = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTextMap',
    validator: { validate: isTextMap, defaultMessage: () => '$property must be an object whose values are text' },
  });

const configText =
  'Replaced as a whole. With `autoSync` true the items come from the file at `externalUrl` (CSV, JSON, JSON lines or one value per line: ' +
  '`format`), which is fetched every `syncFrequency`: hourly, daily (default), weekly, monthly, or an interval such as 30m, 6h or 2d. ' +
  '`itemsMember` (default `items`) names the member of a JSON object that holds them. `apiKey` is sent as `Authorization: Bearer`, or unchanged ' +
  'in the header that `apiKeyHeader` names; it is sealed and never shown: answers have dots for it, which keep the stored one where they ' +
  'are sent back for the same host. Needs `data_lists:bulk_import`. Other members are kept as they are';

const mappingText =
  'Maps columns or members of the file of `config.externalUrl` by name: to `primaryValue` or another member of an item, ' +
  '`itemData.<name>` or `metadata.<name>`. An unmapped column fills the member of the same name, or else one of `itemData`';

/** `POST /data-lists`. */
export class CreateDataListBody {
  @NameField({ required: true, max: limits.dataListNameCharacters })
  name!: string;

  @EnumField(listTypes, 'ListType', { required: true })
  type!: ListType;

  @EnumField(listSources, 'ListSource', { required: true, description: '`marketplace` is reserved for the platform' })
  source!: ListSource;

  @TextField({ max: limits.dataListDescriptionCharacters })
  description?: string;

  @JsonObjectField({ description: configText })
  config?: object;

  @Field({ description: mappingText }, { type: 'object', additionalProperties: { type: 'string' } }, [IsTextMap()])
  fieldMappings?: Record<string, string>;

  @IntegerField({ min: 1, max: 100, description: 'default 50' })
  priority?: number;

  @BooleanField({ description: 'reserved for the platform: omit it or send false' })
  isGlobal?: boolean;
}

/** `PATCH /data-lists/{id}`. Absent fields remain unchanged. */
@ChangeBody()
export class ChangeDataListBody {
  @NameField({ max: limits.dataListNameCharacters })
  name?: string | null;

  @TextField({ max: limits.dataListDescriptionCharacters, nullable: true })
  description?: string | null;

  @JsonObjectField({ description: configText })
  config?: object | null;

  @Field({ description: mappingText }, { type: 'object', additionalProperties: { type: 'string' } }, [IsTextMap()])
  fieldMappings?: Record<string, string> | null;

  @IntegerField({ min: 1, max: 100 })
  priority?: number | null;

  @IfVersionField()
  ifVersion?: number;
}

/** `PATCH /data-lists/{id}/status`. */
export class ListStatusBody {
  @EnumField(listStatuses, 'ListStatus', { required: true })
  status!: ListStatus;
}
