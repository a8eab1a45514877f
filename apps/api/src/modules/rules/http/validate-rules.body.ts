import { ArrayMinSize } from 'class-validator';

import { BooleanField, EnumField, NameField, NestedArrayField, TextField } from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { RuleBody } from './rule.body.js';

export const lintLevels = ['all', 'errors', 'none'] as const;
export const convertTargets = ['both', 'text', 'json'] as const;

/** A rule or a whole file as text, or a rule as JSON. */
class UnsavedRulesBody extends RuleBody {
  @TextField({ max: ruleLimits.fileCharacters, description: 'A rule, or a whole file of rules' })
  override source?: string;
}

export class RuleFileBody {
  @NameField({ required: true, max: 255, description: 'As `import` names it' }) name!: string;
  @TextField({ required: true, max: ruleLimits.fileCharacters }) source!: string;
}

/** Body of `POST /rules/validate`. */
export class ValidateRulesBody extends UnsavedRulesBody {
  @NestedArrayField(() => RuleFileBody, {
    max: ruleLimits.filesPerRequest,
    description: 'Several files that share declarations, in place of `source`',
  })
  @ArrayMinSize(1)
  files?: RuleFileBody[];
  @EnumField(lintLevels, 'LintLevel', { description: 'Default `all`' }) lint?: (typeof lintLevels)[number];
  @BooleanField({ description: 'Default false: answers `fixed`, with every safe fix applied' }) fix?: boolean;
}

/** Body of `POST /rules/convert`. */
export class ConvertRulesBody extends UnsavedRulesBody {
  @EnumField(convertTargets, 'ConvertTarget', { description: 'Default `both`' }) to?: (typeof convertTargets)[number];
}
