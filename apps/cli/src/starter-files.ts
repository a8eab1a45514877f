interface StarterFile {
  readonly name: string;
  readonly text: string;
}

const payments = `language 1

// Rules for payments. Run \`npx tamis test\`: the tests below each rule are part of it.

// A limit people tune: its range is the freedom they have.
param review_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD

// Decisions come from points: each rule that hits adds its score.
matrix payments "Payments" {
  on transaction
  decide HOLD            from 60
  decide REVIEW_REQUIRED from 30
  otherwise APPROVE
}

rule large_payment "A payment at or above the review limit" {
  on     transaction
  matrix payments
  owner  "risk team"
  score  30

  // The rate of the day converts; a payment without a known rate is unknown, never small.
  when transaction.amount >= review_limit

  then alert MEDIUM "{origin.name} pays {transaction.amount}"

  test "the limit itself counts, in any currency" {
    given rate 1 USD = 5 BRL
    when transaction { }
    vary transaction.amount {
      9_999.99 USD: no hit,
      10_000 USD: hit,
      50_000 BRL: hit,
      10_000 JPY: unknown,
    }
  }
}

rule many_payments "Five or more payments of one customer in an hour" {
  on     transaction
  matrix payments
  owner  "risk team"
  score  40

  // The current payment is counted; \`prior transactions\` would leave it out.
  let sent_1h = count(transactions from origin in last 1h)

  when sent_1h >= 5

  then alert HIGH "{origin.name}: {sent_1h} payments in one hour" once per origin in 24h

  test "the fourth payment is fine" {
    given 3 transactions every 10m { from: origin }
    when transaction { from: origin }
    expect no hit
  }

  test "the fifth one hits" {
    given 4 transactions every 10m { from: origin }
    when transaction { from: origin }
    expect hit
    expect alert HIGH containing "5 payments"
    expect decision REVIEW_REQUIRED
  }

  test "older payments do not count" {
    given 4 transactions every 20m { from: origin }
    when transaction { from: origin }
    expect no hit
  }

  test "without a sender nobody can say" {
    when transaction { from: missing }
    expect unknown because origin
  }
}
`;

const readme = `# Rules

- \`npx tamis check\`: mistakes, each with a mark and a reason. \`npx tamis lint --explain E0201\` says more about one.
- \`npx tamis test\`: the tests inside the rules. Add \`--watch\` while you write, \`--coverage\` and \`--mutants\` to see what no
  test looks at.
- \`npx tamis fmt\`: canonical form.
- \`npx tamis explain --rule large_payment\`: what a rule reads, what can make it unknown, what it costs.
- \`npx tamis convert rules/payments.rules\`: the same as JSON.

First steps: open \`rules/payments.rules\`, change \`>= 5\` to \`> 5\`, and run \`npx tamis test\`.
`;

const config = `${JSON.stringify({ language: 1, rules: 'rules/**/*.rules', timezone: 'UTC', baseCurrency: 'USD' }, null, 2)}\n`;

/** What \`tamis init\` writes. */
export const starterFiles: readonly StarterFile[] = [
  { name: 'rules/payments.rules', text: payments },
  { name: 'README.md', text: readme },
  { name: 'tamis.config.json', text: config },
];
