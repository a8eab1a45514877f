import { anyValue, Field, IntegerField, NestedField, TextField } from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { EvidenceBody } from './change-rule.body.js';

/** Body of `PUT /rules/library`. */
export class LibraryNamesBody {
  @TextField({
    required: true,
    max: ruleLimits.sourceCharacters,
    description: 'Declarations that rules share: `list`, `const`, `param`, `define`',
    example: 'param reporting_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD\n',
  })
  source!: string;
  @IntegerField({ required: true, min: 0, description: 'The version the change was made from; 0: there was none' })
  ifVersion!: number;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Why; kept with the version' }) reason?: string | null;
}

/** Body of `PATCH /rules/params/{name}`. */
export class ParameterBody {
  @Field({ required: true, description: 'As in the JSON form of rules', example: { $money: '9500 USD' } }, anyValue, [])
  value!: unknown;
  @TextField({ required: true, min: 5, max: ruleLimits.reasonCharacters, description: 'Why; kept with the version' })
  reason!: string;
  @NestedField(() => EvidenceBody, { description: 'What the policy of the organization may ask for' })
  evidence?: EvidenceBody;
}
