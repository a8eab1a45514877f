import { EnumField } from '../../../platform/http/index.js';

/** Query of `POST /transactions`. */
export class CreateTransactionQuery {
  @EnumField(['full', 'hits'], 'SummaryDetail', { description: '`hits` leaves out `rulesNoHit`' })
  summary: 'full' | 'hits' = 'full';
}
