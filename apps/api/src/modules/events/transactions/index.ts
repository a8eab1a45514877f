export { BatchFailuresDto } from './dto/transaction-batch.dto.js';
export { transactionFailures } from './http/transaction-batch-views.js';
export { SentTransactionBody } from './dto/sent-transaction.body.js';
export { TransactionRecordSource } from './use-cases/transaction-record-source.js';
export { transactionForm } from './dto/transaction-form.js';
export { TransactionsModule } from './transactions.module.js';
export { transactionProblems } from './use-cases/transaction-batches.js';
export { type StoredTransactionContext, findTransactionContexts } from './use-cases/find-transaction-contexts.js';
export { findTransactionIds } from './persistence/transaction-row.js';
