export { BillingModule } from './billing.module.js';
export type { ReserveOutcome } from './domain/ledger-entry.js';
export { insufficientBalance, isOutOfMoney } from './domain/ledger-problem.js';
export { OpenExecutions } from './domain/open-executions.js';
export { openAccount, resetAccount } from './persistence/billing-store.js';
export { type Booking, bookByHand } from './use-cases/book-by-hand.js';
export { checkLedgers } from './use-cases/check-ledgers.js';
export { Ledger, type Reservation } from './use-cases/ledger.js';
