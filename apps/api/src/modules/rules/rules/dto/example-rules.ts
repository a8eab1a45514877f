/** A rule as it appears in examples of the API. */
export const exampleSource = `rule large_payment "A large payment" {
  on    transaction (created)
  score 40

  when transaction.amount >= 1000 USD

  then suggest FLAG
}
`;
/** The same rule, with a test. */
export const exampleTested = exampleSource.replace(
  /}\n$/,
  `
  test "a thousand" {
    when transaction { amount: 1000 USD }
    expect hit
  }
}
`,
);
