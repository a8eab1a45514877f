import { fieldPathsOf } from '../../../../platform/http/index.js';
import { recordSchema } from '../../column-mappings/index.js';
import { CreateTransactionBody } from './transaction.bodies.js';

/** What the rows of a file of payments are to become. */
export const transactionForm = recordSchema('a payment', fieldPathsOf(CreateTransactionBody), ['amount']);
