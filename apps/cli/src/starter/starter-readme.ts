/** The README of a new project. */
export const starterReadme = `# Rules

| Where                      | What                                                                            |
| -------------------------- | ------------------------------------------------------------------------------- |
| \`rules/kyt.rules\`          | three rules for payments, with their tests                                      |
| \`rules/onboarding.rules\`   | two rules for new customers                                                     |
| \`rules/thresholds.rules\`   | parameters to tune                                                              |
| \`fixtures/sample-30d.jsonl\` | 10,000 synthetic payments of thirty days, some labelled \`fraud\` or \`cleared\`    |
| \`fixtures/tables.json\`     | the exchange rates for their replay                                             |
| \`schema/fields.json\`       | every field a rule can use                                                      |

## Ten minutes

1. \`npx tamis test\` runs the tests inside the rules. \`npx tamis test --watch\` runs them again whenever you save.
2. Open \`rules/kyt.rules\` and change \`>= 5\` to \`>= 3\`: the test "the fourth payment is fine" fails and shows why.
3. Misspell a field (\`transaction.amuont\`) and run \`npx tamis check\`: it suggests the right one, and \`npx tamis check --fix\` corrects it.
4. \`npx tamis dry-run --local fixtures/sample-30d.jsonl\` replays all payments: decisions, alerts, frauds caught, false alarms, hours.
   Keep a copy of the folder (\`cp -r rules before\`), change a rule, and add \`--against before\` to see what changes, payment by payment.
   \`--html report.html\` writes it as a page.
5. \`npx tamis sweep large_payment --param review_limit --local fixtures/sample-30d.jsonl\` compares ten values of a parameter;
   \`--alert-budget 3\` suggests one.
6. \`head -1 fixtures/sample-30d.jsonl | npx tamis explain large_payment --on -\` shows the result of each part of a rule on one payment.
7. \`npx tamis bench --events fixtures/sample-30d.jsonl\` measures the speed.

With a server: \`npx tamis login --server https://…\`, \`npx tamis plan\`, \`npx tamis apply\`, then \`shadow\`, \`compare\` and \`activate\`.

\`npx tamis --help\` lists every command, \`npx tamis lint --explain E0201\` explains a finding, and
\`npx tamis convert rules/kyt.rules\` converts rules to JSON.
`;
