import { ArrayMinSize } from 'class-validator';

import {
  BooleanField,
  EnumField,
  NameField,
  NestedArrayField,
  TextArrayField,
  TextField,
  UuidArrayField,
} from '../../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { exampleSource } from './example-rules.js';
import { RuleFormBody } from './rule.bodies.js';

const lintLevels = ['all', 'errors', 'none'] as const;
const convertTargets = ['both', 'text', 'json'] as const;

/** A rule or a whole file as text, or a rule as JSON. */
export class UnsavedRulesBody extends RuleFormBody {
  @TextField({
    min: 1,
    max: ruleLimits.fileCharacters,
    description: 'A rule, or a whole file of rules',
    example: exampleSource,
  })
  source?: string;
}

export class RuleFileBody {
  @NameField({ required: true, max: 255, description: 'As named in `import`' }) name!: string;
  @TextField({ required: true, max: ruleLimits.fileCharacters }) source!: string;
}

/** Body of `POST /rules/validate`. */
export class ValidateRulesBody extends UnsavedRulesBody {
  @NestedArrayField(() => RuleFileBody, {
    max: ruleLimits.filesPerRequest,
    description: 'Several files that share declarations, instead of `source`',
  })
  @ArrayMinSize(1)
  files?: RuleFileBody[];
  @EnumField(lintLevels, 'LintLevel', { description: 'Default `all`' }) lint?: (typeof lintLevels)[number];
  @BooleanField({ description: 'Default false; true returns `fixed`, with every safe fix applied' }) fix?: boolean;
}

/** Body of `POST /rules/convert`. */
export class ConvertRulesBody extends UnsavedRulesBody {
  @TextField({
    min: 1,
    max: ruleLimits.fileCharacters,
    description:
      'A rule, or a whole file of rules. With `conditions`: the text of one rule that is changed to say what the JSON says, and keeps its comments, tests and names',
    example: exampleSource,
  })
  override source?: string;
  @EnumField(convertTargets, 'ConvertTarget', { description: 'Default `both`' }) to?: (typeof convertTargets)[number];
}

/** Body of `POST /rules/test`: exactly one of `source`, `files` and `ruleIds`. */
export class TestRulesBody {
  @TextField({ min: 1, max: ruleLimits.fileCharacters, description: 'A rule, or a whole file of rules' })
  source?: string;
  @NestedArrayField(() => RuleFileBody, {
    max: ruleLimits.filesPerRequest,
    description: 'Several files that share declarations',
  })
  @ArrayMinSize(1)
  files?: RuleFileBody[];
  @UuidArrayField({ max: ruleLimits.filesPerRequest, description: 'Stored rules, in their newest versions' })
  @ArrayMinSize(1)
  ruleIds?: string[];
  @TextArrayField({ max: ruleLimits.tests, maxText: 500, description: 'Titles; default: all' }) tests?: string[];
  @BooleanField({ description: 'Default false; true changes one term at a time and reports whether a test detects it' })
  mutants?: boolean;
}
