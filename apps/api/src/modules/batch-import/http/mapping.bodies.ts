import {
  EnumField,
  JsonObjectField,
  NameField,
  PageQuery,
  QueryEnumList,
  TextArrayField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type MappingTarget, mappingTargets } from '../../column-mappings/index.js';

const described = {
  columnMapping:
    'By the name of a column: the path of the member it is, or `{path, type, dateFormat, default, required, transform, valueMap}`; ' +
    '`type` is one of string, number, boolean, date, json, `transform` one of trim, upper, lower, digits, `valueMap` an object of texts',
  defaultFields: 'By the path of a member: the text, number or flag it has where its row has nothing',
  headersSnapshot: 'The columns of the file that the mapping was made for',
} as const;

const headers = { max: limits.mappedColumns, maxText: limits.columnNameCharacters };

/** `POST /batch-import/mappings`. */
export class CreateMappingBody {
  @NameField({ required: true, max: limits.columnMappingNameCharacters, example: 'Bank statement' }) name!: string;
  @EnumField(mappingTargets, 'MappingTarget', { required: true }) target!: MappingTarget;
  @JsonObjectField({ required: true, description: described.columnMapping }) columnMapping!: Record<string, unknown>;
  @JsonObjectField({ description: described.defaultFields }) defaultFields?: Record<string, unknown> | null;
  @TextArrayField({ ...headers, description: described.headersSnapshot }) headersSnapshot?: string[] | null;
}

/** `PATCH /batch-import/mappings/{id}`: what is left out stays. */
export class ChangeMappingBody {
  @NameField({ max: limits.columnMappingNameCharacters }) name?: string | null;
  @EnumField(mappingTargets, 'MappingTarget') target?: MappingTarget | null;
  @JsonObjectField({ description: described.columnMapping }) columnMapping?: Record<string, unknown> | null;
  @JsonObjectField({ description: described.defaultFields }) defaultFields?: Record<string, unknown> | null;
  @TextArrayField({ ...headers, description: described.headersSnapshot }) headersSnapshot?: string[] | null;
}

/** Query of `GET /batch-import/mappings`. */
export class ListMappingsQuery extends PageQuery {
  @QueryEnumList(mappingTargets, 'MappingTarget') target?: MappingTarget[];
}
