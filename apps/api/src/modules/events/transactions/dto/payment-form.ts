import { membersOf } from '../../../../platform/http/index.js';
import { recordForm } from '../../column-mappings/index.js';
import { CreateTransactionBody } from './transaction.bodies.js';

/** What the rows of a file of payments are to become. */
export const paymentForm = recordForm('a payment', membersOf(CreateTransactionBody), ['amount']);
