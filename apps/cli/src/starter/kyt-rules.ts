/** Rules for payments. Their tests detect every change to them. */
export const kytRules = `language 1

// Rules for payments. Run \`npx tamis test\`: the tests below each rule are part of it.

import "thresholds.rules"

define just_below(amount_of_payment) as
  amount_of_payment >= 80% * review_limit and amount_of_payment < review_limit

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

rule structuring "Several payments just below the review limit in a week" {
  on     transaction
  matrix payments
  owner  "risk team"
  score  60

  let near = count(transactions from origin in last 7d where just_below(amount))

  when just_below(transaction.amount)
   and near >= pieces

  then alert HIGH "{origin.name}: {near} payments just below {review_limit}" once per origin in 7d

  test "where just below begins and ends" {
    given 2 transactions every 1d { from: origin, amount: 9_000 USD }
    when transaction { from: origin }
    vary transaction.amount {
      7_999.99 USD: no hit,
      8_000 USD: hit,
      9_999.99 USD: hit,
      10_000 USD: no hit,
    }
  }

  test "two pieces are not enough" {
    given 1 transactions every 1d { from: origin, amount: 9_000 USD }
    when transaction { from: origin, amount: 9_000 USD }
    expect no hit
  }

  test "a week is over after seven days" {
    given 2 transactions every 84h { from: origin, amount: 9_000 USD }
    when transaction { from: origin, amount: 9_000 USD }
    expect no hit
  }

  test "three pieces are held" {
    given 2 transactions every 83h { from: origin, amount: 9_000 USD }
    given 2 transactions every 1h { from: origin, amount: 20 USD }
    when transaction { from: origin, amount: 9_000 USD }
    expect alert HIGH containing "3 payments just below 10,000.00 USD"
    expect decision HOLD
  }

  test "a payment of another size says nothing" {
    given 3 transactions every 1d { from: origin, amount: 9_000 USD }
    when transaction { from: origin, amount: 20 USD }
    expect no hit
  }

  test "an amount without a rate is open, not small" {
    when transaction { from: origin, amount: 9_000 JPY }
    expect unknown
  }
}
`;
