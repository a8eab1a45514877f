/** Returns a file with a number of rules of typical length, including constants, lists, definitions and tests. */
export function ruleFileOf(rules: number): string {
  const head = `language 1

list mules = "Known mules"
const REPORTING = 10_000 USD
const HOME = "BR"
param most = 5 between 1 and 20 step 1
define near_limit(x) as x >= 8_000 USD and x < REPORTING

`;
  const body = Array.from({ length: rules }, (_, index) => {
    const n = String(index);
    return `rule rule_${n} "Payments of kind ${n} add up" {
  on       transaction (created)
  score    ${String(index % 50)}
  category fraud
  owner    "risk"

  let sent = count(transactions from origin in last ${String(1 + (index % 20))}h where status != "DECLINED")
  let total = sum(amount as USD of prior transactions from origin in last 24h)

  when sent >= most and near_limit(transaction.amount)
    and (origin.countryCode != HOME or total > REPORTING)
    and origin.taxId not in mules

  then alert MEDIUM "{origin.name}: {sent} payments" once per origin in 24h

  test "one too many" {
    given 4 transactions every 10m ending 5m ago { from: origin, amount: 100 BRL }
    when transaction { from: origin, amount: 9_000 USD }
    expect hit
  }
}
`;
  });
  return head + body.join('\n');
}
