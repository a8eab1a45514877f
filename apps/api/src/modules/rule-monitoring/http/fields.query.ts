import { EnumField, TextField } from '../../../platform/http/index.js';
import type { RecordType } from '../../evaluations/index.js';

const recordTypes: readonly RecordType[] = ['person', 'company', 'transaction', 'user_event'];

/** Query of `GET /rules/fields`. */
export class RuleFieldsQuery {
  @EnumField(recordTypes, 'RuleTarget', { required: true }) targetEntityType!: RecordType;
  @TextField({ min: 1, max: 200, description: 'In path, label and description' }) search?: string;
  @TextField({ min: 1, max: 200, description: 'What the path or the JSON path begins with' }) prefix?: string;
  @EnumField(['stats', 'none'], 'FieldInclusion', { description: 'Whether records are looked at' })
  include: 'stats' | 'none' = 'stats';
}
