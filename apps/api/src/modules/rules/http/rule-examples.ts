/** Bodies of `POST /rules`, as the OpenAPI document shows them. */
export const createRuleExamples = {
  text: {
    summary: 'As text',
    value: {
      source: `rule large_transfer "A large transfer" {
  on       transaction (created)
  category aml
  priority 80
  score    35

  let sent_24h = count(transactions from origin in last 24h where type = "TRANSFER")

  when transaction.amount >= 10_000 USD
   and sent_24h > 3

  then alert HIGH "{origin.name}: {sent_24h} transfers in a day" once per origin in 24h
       suggest SUSPEND
}
`,
    },
  },
  json: {
    summary: 'As JSON',
    value: {
      name: 'A cash payment from abroad',
      category: 'aml',
      score: 20,
      unknown: 'review',
      targetEntityTypes: ['transaction'],
      conditions: {
        operator: 'AND',
        conditions: [
          { field: 'paymentMethod', operator: 'eq', value: 'CASH' },
          { field: 'originEntity.countryCode', operator: 'neq', valueField: 'destinationEntity.countryCode' },
        ],
      },
      actions: [
        { type: 'createAlert', createAlert: { severity: 'MEDIUM', title: 'Cash from {origin.countryCode}' } },
        { type: 'suggestion', suggestion: { value: 'FLAG' } },
      ],
    },
  },
};

/** Bodies of `PATCH /rules/{id}`. */
export const changeRuleExamples = {
  publish: { summary: 'Put in force', value: { status: 'active', reason: 'Tested on last month' } },
  score: { summary: 'Change a part', value: { score: 40, ifVersion: 2 } },
  stop: { summary: 'Stop at once', value: { enabled: false } },
};
