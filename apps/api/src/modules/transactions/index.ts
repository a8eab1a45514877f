export { TransactionsModule } from './transactions.module.js';
