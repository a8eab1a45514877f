import type { WindowRequest } from '@tamis/engine';
import type { RecordTable } from '../domain/record-table.js';
import { transactionTable } from '../domain/transaction-table.js';
import { userEventTable } from '../domain/user-event-table.js';
import { alertTable } from '../domain/alert-table.js';
import { caseTable } from '../domain/case-table.js';
import { relationshipTable } from '../domain/relationship-table.js';
import { accountTable } from '../domain/account-table.js';

/** Record tables by window source. */
export const recordTables: Readonly<Record<WindowRequest['source'], RecordTable>> = {
  transactions: transactionTable,
  userEvents: userEventTable,
  alerts: alertTable,
  cases: caseTable,
  relationships: relationshipTable,
  accounts: accountTable,
};
