import { fieldPathsOf } from '../../../../platform/http/index.js';
import { recordSchema } from '../../column-mappings/index.js';
import { CreateTransactionBody } from './transaction.bodies.js';

/** Schema of the records in a file of payments. */
export const transactionForm = recordSchema('a payment', fieldPathsOf(CreateTransactionBody), ['amount']);
