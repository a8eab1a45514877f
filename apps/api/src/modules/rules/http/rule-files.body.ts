import { ArrayMinSize, IsArray, IsUUID } from 'class-validator';

import {
  BooleanField,
  EnumField,
  Field,
  NestedArrayField,
  TextField,
  UuidField,
} from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { RuleFileBody } from './validate-rules.body.js';

export const exportFormats = ['text', 'json'] as const;

/** Query of `GET /rules/export`. */
export class ExportRulesQuery {
  @Field(
    { description: 'These rules, their ids separated by commas; default: all that are not archived' },
    { type: String },
    [IsUUID('all', { each: true }), IsArray()],
    { parse: (value) => (typeof value === 'string' ? value.split(',') : value) },
  )
  ruleIds?: string[];
  @UuidField({ description: 'The rules of this matrix' }) matrixId?: string;
  @EnumField(exportFormats, 'RuleExportFormat', { description: 'Default `text`' })
  format?: (typeof exportFormats)[number];
}

/** Body of `POST /rules/plan`. */
export class PlanRulesBody {
  @NestedArrayField(() => RuleFileBody, { required: true, max: ruleLimits.filesPerRequest })
  @ArrayMinSize(1)
  files!: RuleFileBody[];
  @BooleanField({ description: 'Default false: rules that are in none of the files stay' }) prune?: boolean;
}

/** Body of `POST /rules/apply`. */
export class ApplyPlanBody {
  @UuidField({ required: true }) planId!: string;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Why; kept with the versions' }) reason?: string | null;
}
