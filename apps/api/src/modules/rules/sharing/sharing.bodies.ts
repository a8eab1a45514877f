import {
  BooleanField,
  EnumField,
  JsonObjectField,
  QueryEnumList,
  TextField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { shareModes } from './share-resource.js';

export const sharedTypes = ['risk_matrix', 'data_list', 'webhook'] as const;

/** `POST /risk-matrices/{id}/child-share`, `POST /data-lists/{id}/child-share`, `POST /webhook-config/{id}/child-share`. */
export class ChildShareBody {
  @UuidArrayField({ required: true, max: 500, description: 'Direct children; can be empty with the mode `replace`' })
  childOrganizationIds!: string[];
  @EnumField(shareModes, 'ShareMode', { description: 'Default `replace`' }) mode?: (typeof shareModes)[number];
  @BooleanField({ description: 'Takes a matrix back where a child that loses it has assigned it; default false' })
  force?: boolean;
}

/** `PATCH /risk-matrices/{id}/params`. */
export class TuneMatrixBody {
  @JsonObjectField({
    required: true,
    description: 'Values by parameter name, as in the JSON form of rules; null: the value of the parent again',
    example: { review_limit: { $money: '2000 USD' } },
  })
  values!: Readonly<Record<string, unknown>>;
  @TextField({ required: true, min: limits.reasonMinCharacters, max: limits.reasonCharacters, description: 'Why' })
  reason!: string;
}

/** `PUT /shared-resources/risk_matrix/{id}`, `PUT /shared-resources/data_list/{id}`, `PUT /shared-resources/webhook/{id}`. */
export class SharedResourceBody {
  @BooleanField({ required: true, description: 'Whether it is enabled here' }) sharedEnabled!: boolean;
}

/** `GET /shared-resources`. */
export class SharedResourcesQuery {
  @QueryEnumList(sharedTypes, 'SharedResourceType') type?: (typeof sharedTypes)[number][];
}
