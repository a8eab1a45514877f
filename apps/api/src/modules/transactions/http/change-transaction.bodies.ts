import { transactionReasons, transactionStatuses } from '@tamis/library';

import {
  BooleanField,
  EnumField,
  IgnoreUnknownFields,
  JsonObjectField,
  NestedField,
  QueryBoolean,
  TextField,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { DeviceDetailsBody } from '../../devices/index.js';

const merged = 'put over what there is, key by key at the top level';

/** Body of `PATCH /transactions/{id}`; at least one of its fields. */
@IgnoreUnknownFields()
export class PatchTransactionBody {
  @JsonObjectField({ description: merged, example: { orderId: 'A-7' } }) metadata?: object;
  @NestedField(() => DeviceDetailsBody, { description: merged }) deviceDetails?: DeviceDetailsBody;
  @TextField({ max: 50, nullable: true, description: 'null clears' }) channel?: string | null;
  @EnumField(transactionReasons, 'TransactionReason') reason?: string;
}

/** Query of `PATCH /transactions/{id}`. */
export class PatchTransactionQuery {
  @QueryBoolean({ description: 'Default false; true runs the rules again' }) executeRules: boolean = false;
}

/** Body of `PATCH /transactions/{id}/changeStatus`. */
@IgnoreUnknownFields()
export class ChangeStatusBody {
  @EnumField(transactionStatuses, 'TransactionStatus', { required: true, example: 'SENT' }) status!: string;
  @EnumField(transactionReasons, 'TransactionReason', { description: 'Also written to the record' }) reason?: string;
  @TextField({ max: limits.reasonCharacters, description: 'For the audit trail alone' }) comment?: string;
  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
}
