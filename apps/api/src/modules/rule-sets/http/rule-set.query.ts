import { InstantField, TextField } from '../../../platform/http/index.js';

/** Query of `GET /rule-sets/active`. */
export class ActiveRuleSetQuery {
  @InstantField({ description: 'The set of that moment; default: now' }) at?: string;
}

/** Query of `GET /rule-sets/{version}/diff`. */
export class RuleSetDiffQuery {
  @TextField({ required: true, min: 1, max: 67, description: 'The other set: version, prefix of 12 digits, or number' })
  to!: string;
}
