export { BatchFailuresDto } from './dto/transaction-batch.dto.js';
export { paymentFailures } from './http/payment-batch-views.js';
export { SentTransactionBody } from './dto/sent-transaction.body.js';
export { EvaluatedTransactions } from './use-cases/evaluated-transactions.js';
export { paymentForm } from './dto/payment-form.js';
export { TransactionsModule } from './transactions.module.js';
export { paymentProblems } from './use-cases/payment-batches.js';
export { type StoredPayment, storedPayments } from './use-cases/stored-payments.js';
