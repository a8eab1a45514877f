import { ArrayMinSize } from 'class-validator';

import {
  BooleanField,
  IntegerField,
  JsonObjectField,
  NestedField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { UnsavedRulesBody } from '../../rules/index.js';
import { NamedRecordBody } from './named-record.body.js';
import { ChosenRecordBody } from './sent-record.body.js';

/** Body of `POST /rules/{id}/execute`. */
export class ExecuteRuleBody extends NamedRecordBody {
  @IntegerField({ min: 1, description: 'Default: the version that decides, else the newest' }) version?: number;
  @BooleanField({ description: 'Default false; true stores nothing, and no action runs' }) testMode?: boolean;
  @BooleanField({ description: 'Default false; true adds `trace`' }) includeDebug?: boolean;
}

/** So many records may be asked for at once. */
export const recordsPerExecution = 50;

/** Body of `POST /rules/execute`. */
export class ExecuteRulesBody extends UnsavedRulesBody {
  @NestedField(() => ChosenRecordBody, { description: 'One record' }) on?: ChosenRecordBody;
  @UuidArrayField({
    max: recordsPerExecution,
    description: 'Several of the target of the first rule, in place of `on`',
  })
  @ArrayMinSize(1)
  records?: string[];
  @IntegerField({
    min: 1,
    max: recordsPerExecution,
    description: 'The newest of the target of the first rule, in place of `on`',
  })
  recent?: number;
  @JsonObjectField({ description: 'Values of parameters by name, for this call' }) params?: Record<string, unknown>;
  @BooleanField({ description: 'Default false; true adds `trace`' }) includeDebug?: boolean;
}
