import { plural } from '../plural.js';

/** Why an alert was raised, in sentences. */
export const analysis = {
  is: (field: string, value: string) => `${field} is ${value}`,
  operators: {
    eq: 'exactly',
    gt: 'more than',
    gte: 'at least',
    in: 'one of',
    lt: 'less than',
    lte: 'at most',
    neq: 'other than',
  } as Readonly<Record<string, string>>,
  nothing: 'nothing',
  more: (count: number) => `and ${count} more`,
  counts: (score: string) => `It counts ${score}.`,
  party: (type: string, status: string, risk: string) => `${type}, then: ${status}, risk score ${risk}.`,
  again: (count: number, last: string) =>
    `It came ${plural('en', count, 'once', `${count} times`)} more, the last time ${last}.`,
};
