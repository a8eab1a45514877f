import {
  BooleanField,
  EnumField,
  InstantField,
  IntegerField,
  JsonObjectField,
  NameField,
  NestedArrayField,
  NestedField,
  NumberField,
  TextArrayField,
  TextField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  QueryInteger,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  itemSeverities,
  type ItemSeverity,
  type ListSource,
  listSources,
  type ListStatus,
  listStatuses,
  type ListType,
  listTypes,
} from '../domain/list-enumerations.js';

/** Filters of `GET /data-lists`. */
export class ListDataListsQuery extends PageQuery {
  @QueryEnumList(listTypes, 'ListType') type?: ListType[];
  @QueryEnumList(listStatuses, 'ListStatus') status?: ListStatus[];
  @QueryEnumList(listSources, 'ListSource') source?: ListSource[];
  @TextField({ min: 1, max: limits.dataListNameCharacters }) search?: string;
  @QueryBoolean({ description: 'Default true: includes lists shared by the parent organization' })
  includeShared: boolean = true;
}

/** Filters of `GET /data-lists/{id}/items`. */
export class ListItemsQuery {
  @QueryInteger({ min: 1, max: 1_000_000 }) page: number = 1;
  @QueryInteger({ min: 1, max: limits.listItemPageRows }) limit: number = limits.defaultPageRows;
  @TextField({ min: 1, max: limits.dataListValueCharacters }) search?: string;
  @TextField({ min: 1, max: limits.dataListCategoryCharacters }) category?: string;
  /** Default: the current state of the list. */
  @QueryInteger({ min: 0, max: 2_147_483_647 }) revision?: number;
}

/** `PATCH /data-lists/{id}/status`. */
export class ListStatusQuery {
  @QueryBoolean({
    description:
      'also deactivates a list that active rules read, whose conditions become unknown, or that creation blocks use, which then forbid nothing',
  })
  force?: boolean;
}

const text = { max: limits.dataListValueCharacters };
const category = { max: limits.dataListCategoryCharacters };

export class ListItemBody {
  @NameField({ required: true, ...text })
  primaryValue!: string;

  @TextField(text)
  secondaryValue?: string;

  @TextArrayField({ max: limits.dataListSearchKeys, maxText: limits.dataListValueCharacters })
  searchKeys?: string[];

  @TextField(category)
  category?: string;

  @NumberField({ min: 0, max: 100 })
  riskScore?: number;

  @EnumField(itemSeverities, 'ItemSeverity')
  severity?: ItemSeverity;

  @TextField(text)
  reason?: string;

  @TextField(text)
  sourceReference?: string;

  @JsonObjectField()
  itemData?: object;

  @JsonObjectField()
  metadata?: object;

  @BooleanField({ description: 'default true' })
  isActive?: boolean;

  @InstantField()
  expiresAt?: string;
}

export class AddItemsOptionsBody {
  @IntegerField({ min: 1, max: limits.dataListItemsPerRequest, description: `default ${limits.dataListBatchSize}` })
  batchSize?: number;

  @BooleanField({ description: 'default true' })
  ignoreDuplicates?: boolean;

  @BooleanField({ description: 'default false; takes precedence over ignoreDuplicates' })
  updateExisting?: boolean;
}

/** `POST /data-lists/{id}/items`. */
export class AddItemsBody {
  @NestedArrayField(() => ListItemBody, { required: true, min: 1, max: limits.dataListItemsPerRequest })
  items!: ListItemBody[];

  @NestedField(() => AddItemsOptionsBody)
  options?: AddItemsOptionsBody;
}

/** `PATCH /data-lists/{id}/items/{itemId}`. Absent fields remain unchanged, null clears a field. */
@ChangeBody()
export class ChangeItemBody {
  @NameField(text)
  primaryValue?: string | null;

  @TextField({ ...text, nullable: true })
  secondaryValue?: string | null;

  @TextArrayField({ max: limits.dataListSearchKeys, maxText: limits.dataListValueCharacters, nullable: true })
  searchKeys?: string[] | null;

  @TextField({ ...category, nullable: true })
  category?: string | null;

  @NumberField({ min: 0, max: 100, nullable: true })
  riskScore?: number | null;

  @EnumField(itemSeverities, 'ItemSeverity', { nullable: true })
  severity?: ItemSeverity | null;

  @TextField({ ...text, nullable: true })
  reason?: string | null;

  @TextField({ ...text, nullable: true })
  sourceReference?: string | null;

  @JsonObjectField({ description: 'replaces the stored object' })
  itemData?: object | null;

  @JsonObjectField({ description: 'replaces the stored object' })
  metadata?: object | null;

  @BooleanField()
  isActive?: boolean | null;

  @InstantField({ nullable: true })
  expiresAt?: string | null;
}
