import { elementProblems, memberText } from '../../../platform/http/index.js';
import { exactAmount } from '../domain/exact-amount.js';
import { CreateTransactionBody } from '../http/create-transaction.body.js';

/** What keeps the text of an object from being the body of a payment, by the path of the field. */
export function paymentProblems(raw: string): Readonly<Record<string, string>> {
  const problems = elementProblems(CreateTransactionBody, JSON.parse(raw) as object);
  const exact = exactAmount(memberText(raw, 'amount') ?? '');
  return 'problem' in exact ? { amount: `amount ${exact.problem}`, ...problems } : problems;
}
