export { EvaluatedTransactions } from './use-cases/evaluated-transactions.js';
export { TransactionsModule } from './transactions.module.js';
