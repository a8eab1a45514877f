/** The README of a new project. */
export const starterReadme = `# Rules

| Where                      | What                                                                            |
| -------------------------- | ------------------------------------------------------------------------------- |
| \`rules/kyt.rules\`          | three rules for payments, with their tests                                      |
| \`rules/onboarding.rules\`   | two rules for new customers                                                     |
| \`rules/thresholds.rules\`   | numbers people tune                                                             |
| \`fixtures/sample-30d.jsonl\` | 10,000 synthetic payments of thirty days, some labelled \`fraud\` or \`cleared\`    |
| \`fixtures/tables.json\`     | the exchange rates they are replayed with                                       |
| \`schema/fields.json\`       | every field a rule can name                                                     |

## Ten minutes

1. \`npx tamis test\` runs the tests inside the rules. \`npx tamis test --watch\` runs them again whenever you save.
2. Open \`rules/kyt.rules\` and change \`>= 5\` to \`>= 3\`: the test that says "the fourth payment is fine" fails, and says why.
3. Misspell a field (\`transaction.amuont\`) and run \`npx tamis check\`: it names the right one, and \`npx tamis check --fix\` writes it.
4. \`npx tamis dry-run --local fixtures/sample-30d.jsonl\` decides all payments: decisions, alerts, frauds caught, false alarms, hours.
   Keep a copy of the folder (\`cp -r rules before\`), change a rule, and add \`--against before\`: what changes, payment by payment.
   \`--html report.html\` makes a page of it.
5. \`npx tamis sweep large_payment --param review_limit --local fixtures/sample-30d.jsonl\` tries ten values of a number at once;
   \`--alert-budget 3\` suggests one.
6. \`head -1 fixtures/sample-30d.jsonl | npx tamis explain large_payment --on -\` shows what each part of a rule came to, on one payment.
7. \`npx tamis bench --events fixtures/sample-30d.jsonl\` measures how fast it is.

With a server: \`npx tamis login --server https://…\`, \`npx tamis plan\`, \`npx tamis apply\`, then \`shadow\`, \`compare\` and \`activate\`.

\`npx tamis --help\` lists every command, \`npx tamis lint --explain E0201\` says more about a finding, and
\`npx tamis convert rules/kyt.rules\` gives the same as JSON.
`;
