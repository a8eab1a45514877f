export { BatchFailuresDto } from './dto/transaction-batch.dto.js';
export { transactionFailures } from './http/payment-batch-views.js';
export { SentTransactionBody } from './dto/sent-transaction.body.js';
export { TransactionRecordSource } from './use-cases/evaluated-transactions.js';
export { transactionForm } from './dto/payment-form.js';
export { TransactionsModule } from './transactions.module.js';
export { transactionProblems } from './use-cases/payment-batches.js';
export { type StoredTransactionContext, findTransactionContexts } from './use-cases/stored-payments.js';
