import {
  BooleanField,
  EnumField,
  Field,
  IntegerField,
  JsonObjectField,
  NameField,
  TextField,
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

/** An object whose members are all text. */
const IsTextMap = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTextMap',
    validator: { validate: isTextMap, defaultMessage: () => '$property must be an object whose values are text' },
  });

const configText =
  'Replaced as a whole. Its `apiKey` is sealed and never shown: answers have dots for it, which keep the stored one where they are sent back';

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

  @Field({}, { type: 'object', additionalProperties: { type: 'string' } }, [IsTextMap()])
  fieldMappings?: Record<string, string>;

  @IntegerField({ min: 1, max: 100, description: 'default 50' })
  priority?: number;

  @BooleanField({ description: 'reserved for the platform: omit it or send false' })
  isGlobal?: boolean;
}

/** `PATCH /data-lists/{id}`: what is left out stays. */
export class ChangeDataListBody {
  @NameField({ max: limits.dataListNameCharacters })
  name?: string | null;

  @TextField({ max: limits.dataListDescriptionCharacters, nullable: true })
  description?: string | null;

  @JsonObjectField({ description: configText })
  config?: object | null;

  @Field({}, { type: 'object', additionalProperties: { type: 'string' } }, [IsTextMap()])
  fieldMappings?: Record<string, string> | null;

  @IntegerField({ min: 1, max: 100 })
  priority?: number | null;
}

/** `PATCH /data-lists/{id}/status`. */
export class ListStatusBody {
  @EnumField(listStatuses, 'ListStatus', { required: true })
  status!: ListStatus;
}
