import { ValidateBy } from 'class-validator';

import {
  BooleanField,
  EnumField,
  Field,
  IntegerField,
  JsonObjectField,
  NameField,
  TextField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type ListSource, listSources, type ListType, listTypes } from '../domain/list-enumerations.js';

/** `POST /data-lists`. */
export class CreateDataListBody {
  @NameField({ required: true, max: limits.dataListNameCharacters })
  name!: string;

  @EnumField(listTypes, 'ListType', { required: true })
  type!: ListType;

  @EnumField(listSources, 'ListSource', { required: true })
  source!: ListSource;

  @TextField({ max: limits.dataListDescriptionCharacters })
  description?: string;

  @JsonObjectField()
  config?: object;

  @Field({}, { type: 'object', additionalProperties: { type: 'string' } }, [IsTextMap()])
  fieldMappings?: Record<string, string>;

  @IntegerField({ min: 1, max: 100, description: 'default 50' })
  priority?: number;

  @BooleanField({ description: 'reserved for the platform: omit it or send false' })
  isGlobal?: boolean;
}

function IsTextMap(): PropertyDecorator {
  return ValidateBy({
    name: 'isTextMap',
    validator: { validate: isTextMap, defaultMessage: () => '$property must be an object whose values are text' },
  });
}

const isTextMap = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => typeof member === 'string');
