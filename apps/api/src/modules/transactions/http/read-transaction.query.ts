import { EnumField } from '../../../platform/http/index.js';

/** Query of the single reads. */
export class ReadTransactionQuery {
  @EnumField(['full', 'none'], 'RulesSummary', { description: '`full` adds `persisted.rulesExecutionSummary`' })
  includeRulesSummary: 'full' | 'none' = 'none';
}
