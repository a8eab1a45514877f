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
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { itemSeverities, type ItemSeverity } from '../domain/list-enumerations.js';

const text = { max: limits.dataListValueCharacters };

export class ListItemBody {
  @NameField({ required: true, ...text })
  primaryValue!: string;

  @TextField(text)
  secondaryValue?: string;

  @TextArrayField({ max: limits.dataListSearchKeys, maxText: limits.dataListValueCharacters })
  searchKeys?: string[];

  @TextField(text)
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

  @BooleanField({ description: 'default false; wins over ignoreDuplicates' })
  updateExisting?: boolean;
}

/** `POST /data-lists/{id}/items`. */
export class AddItemsBody {
  @NestedArrayField(() => ListItemBody, { required: true, min: 1, max: limits.dataListItemsPerRequest })
  items!: ListItemBody[];

  @NestedField(() => AddItemsOptionsBody)
  options?: AddItemsOptionsBody;
}

/** `PATCH /data-lists/{id}/items/{itemId}`: what is left out stays; null empties. */
export class ChangeItemBody {
  @NameField(text)
  primaryValue?: string | null;

  @TextField({ ...text, nullable: true })
  secondaryValue?: string | null;

  @TextArrayField({ max: limits.dataListSearchKeys, maxText: limits.dataListValueCharacters, nullable: true })
  searchKeys?: string[] | null;

  @TextField({ ...text, nullable: true })
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
