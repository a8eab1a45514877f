/** Three payments of one customer on the day of the examples, which stand at noon of 1 March 2026 UTC. */
export const amountsOfADay = (...amounts: readonly number[]): readonly Readonly<Record<string, unknown>>[] =>
  amounts.map((amount, index) => ({
    originEntityId: 'e-1',
    transactedAt: `2026-03-01T0${String(index)}:00:00Z`,
    amount,
    currency: 'USD',
  }));
