/** Returns payments of one customer with these amounts on the day of the examples, whose time is noon on 1 March 2026 UTC. */
export const amountsOfADay = (...amounts: readonly number[]): readonly Readonly<Record<string, unknown>>[] =>
  amounts.map((amount, index) => ({
    originEntityId: 'e-1',
    transactedAt: `2026-03-01T0${String(index)}:00:00Z`,
    amount,
    currency: 'USD',
  }));
