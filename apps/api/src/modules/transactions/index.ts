export { BatchFailuresDto } from './http/transaction-batch.dto.js';
export { paymentFailures } from './http/payment-batch-views.js';
export { SentTransactionBody } from './http/sent-transaction.body.js';
export { EvaluatedTransactions } from './use-cases/evaluated-transactions.js';
export { paymentForm } from './http/payment-form.js';
export { TransactionsModule } from './transactions.module.js';
export { paymentProblems } from './use-cases/payment-batches.js';
export { type StoredPayment, storedPayments } from './use-cases/stored-payments.js';
