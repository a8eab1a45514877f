/** The initial text of the playground. */
export const startText = `language 1

param review_limit = 5_000 USD between 500 USD and 50_000 USD

rule large_payment "A payment at or above the review limit" {
  on transaction
  score 40

  when transaction.amount >= review_limit

  then alert MEDIUM "{origin.name} pays {transaction.amount}"
       suggest FLAG
}

rule many_payments "Five or more payments of one customer in an hour" {
  on transaction
  score 60

  let sent_1h = count(transactions from origin in last 1h)

  when sent_1h >= 5

  then alert HIGH "{origin.name}: {sent_1h} payments in one hour" once per origin in 24h
       suggest BLOCK

  test "the fifth payment hits" {
    given 4 transactions every 10m { from: origin }
    when transaction { from: origin }
    expect hit
  }
}
`;
