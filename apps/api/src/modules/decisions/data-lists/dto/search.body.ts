import { IsArray } from 'class-validator';

import {
  BooleanField,
  EnumField,
  Field,
  IntegerField,
  NameField,
  NestedArrayField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type ListType, listTypes } from '../domain/list-enumerations.js';
import { matchModes } from '../use-cases/find-items.js';

const text = { max: limits.dataListValueCharacters, required: true };

/** `POST /data-lists/{id}/items/find`. */
export class FindItemsBody {
  @NameField(text)
  value!: string;

  @EnumField(matchModes, 'ListMatchMode', { description: 'default exact: matched as a rule does' })
  matchMode?: (typeof matchModes)[number];

  @IntegerField({ min: 1, max: limits.foundItems, description: `default ${limits.defaultPageRows}` })
  limit?: number;
}

/** `POST /data-lists/{type}/check`. */
export class CheckValueBody {
  @NameField(text)
  value!: string;
}

export class ListCheckBody extends CheckValueBody {
  @EnumField(listTypes, 'ListType', { description: 'all active lists of the type' })
  type?: ListType;

  @UuidField({ description: 'search only this active list' })
  listId?: string;
}

/** `POST /data-lists/bulk-check`. */
export class BulkCheckBody {
  @NestedArrayField(() => ListCheckBody, { required: true, min: 1, max: limits.listChecks })
  checks!: ListCheckBody[];
}

/** `POST /data-lists/{id}/items/bulk`. Rows are validated one by one, since invalid ones may be skipped. */
export class ImportItemsBody {
  @Field(
    {
      required: true,
      description: 'as in POST /data-lists/{id}/items; unknown members become members of itemData',
    },
    {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      minItems: 1,
      maxItems: limits.bulkItems,
    },
    [IsArray()],
  )
  items!: unknown[];

  @BooleanField({ description: 'default false: one invalid row refuses the whole request; true skips invalid rows' })
  skipValidationErrors?: boolean;

  @BooleanField({ description: 'default false: a value that is already on the list counts as a duplicate' })
  replaceExisting?: boolean;
}
