import { failureMessage } from './domain/failure-message.js';

const values = ['PAYMENT', 'TRANSFER', 'FEE', 'REFUND', 'PAYOUT', 'LOAN', 'OTHER'];
const invalid = (details: Readonly<Record<string, string>>): string =>
  failureMessage({ code: 'VALIDATION_ERROR', message: 'The request is not valid', details });

describe('error text of a row in a failures file', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['each member that is wrong', { a: 'a must be text', b: 'b must be a number' }, 'a must be text; b must be a number'],
    ['some of many values', { t: `t must be one of ${values.join(', ')}` }, 't must be one of PAYMENT, TRANSFER, FEE, REFUND, PAYOUT and 2 more'],
    ['all of a few', { t: 't must be one of A, B, C, D, E' }, 't must be one of A, B, C, D, E'],
    ['some of each', { t: `t must be one of ${values.join(', ')}`, u: `each of u must be one of ${values.join(', ')}`, v: 'v, w' },
      't must be one of PAYMENT, TRANSFER, FEE, REFUND, PAYOUT and 2 more; each of u must be one of PAYMENT, TRANSFER, FEE, REFUND, PAYOUT and 2 more; v, w'],
    ['the sentence, where nothing more is known', {}, 'The request is not valid'],
  ])('contains %s', (_, details, expected) => expect(invalid(details)).toBe(expected)); // prettier-ignore

  it('is the message of any other error without its details', () => {
    const message = 'The quota of transactions is used up';
    const details = { module: 'transactions', used: 0, period: 'total', limit: 1 };
    expect(failureMessage({ code: 'CREATION_CONTRACT_QUOTA_EXCEEDED', message, details })).toBe(message);
  });
});
