import { BooleanField, TextField } from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';

/** Body of `POST /rule-sets/{version}/activate`. */
export class ActivateRuleSetBody {
  @TextField({
    required: true,
    min: 5,
    max: ruleLimits.reasonCharacters,
    description: 'Why',
    example: 'Too many alerts since noon',
  })
  reason!: string;
  @BooleanField({ description: 'Default false: answers what would change, and changes nothing' }) preview?: boolean;
  @BooleanField({ description: 'Default false: the items of the lists it reads stay as they are' })
  restoreLists?: boolean;
  @TextField({ min: 1, max: 67, description: 'Refuses where another version is in force by now' }) ifActive?: string;
}
