import { ServerField } from '../../../platform/http/index.js';
import { RuleBody } from './rule.body.js';

/** Body of `POST /rules`: `source`, or `conditions` and `actions`, or both when they say the same. */
export class CreateRuleBody extends RuleBody {
  /** Always `in_progress`, whatever is sent. */
  @ServerField() status?: unknown;
  /** Always false, whatever is sent. */
  @ServerField() enabled?: unknown;
}
