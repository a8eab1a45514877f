/** One action of a rule. */
export interface RuleActionDeclaration {
  /** `type` of the JSON form. */
  readonly name: string;
  readonly form: string;
  /** Settings of the JSON form. `*` marks required ones. */
  readonly settings: string;
  readonly documentation: string;
  readonly example: string;
}

/** In the order of the manual. */
export const ruleActions: readonly RuleActionDeclaration[] = [
  {
    name: 'createAlert',
    form: 'alert SEVERITY "…" [once per K [in D]]',
    settings: 'title*, severity, type, description, category, assignedTo, assignedToType, dedupeKey, dedupeHours',
    documentation:
      'Raises an alert. `once per` suppresses further alerts of the rule for the same value, for a period or while the first is open.',
    example: 'alert HIGH "{origin.name} paid {transaction.amount}" once per origin in 24h',
  },
  {
    name: 'suggestion',
    form: 'suggest BLOCK | SUSPEND | FLAG',
    settings: 'value*',
    documentation:
      'Suggests what to do with the transaction or entity; the strongest suggestion of an evaluation counts.',
    example: 'suggest BLOCK',
  },
  {
    name: 'updateEntityStatus',
    form: 'set status of E to STATUS [because "…"]',
    settings: 'status*, target, reason',
    documentation: 'Moves an entity to a status; the most restrictive one of an evaluation wins.',
    example: 'set status of origin to blocked because "sanctions hit"',
  },
  {
    name: 'updateTransactionStatus',
    form: 'set status of transaction to STATUS [because "…"]',
    settings: 'status*, reason',
    documentation: 'Moves the transaction to a status, where the move is legal.',
    example: 'set status of transaction to SUSPENDED because "review"',
  },
  {
    name: 'assignUser',
    form: 'assign to user "…" | assign to team "…"',
    settings: 'userId or teamId',
    documentation: 'Assigns the alerts of the evaluation; of several rules, the one with the highest priority wins.',
    example: 'assign to team "00000000-0000-4000-8000-000000000001"',
  },
  {
    name: 'setCustomKeys',
    form: 'key "…"',
    settings: 'keys*',
    documentation: 'Adds a custom key to the response.',
    example: 'key "manual_check"',
  },
  {
    name: 'addFieldToCustomList',
    form: 'add X to L [, Y to M] [because "…"]',
    settings: 'mappings*, reason',
    documentation:
      'Appends a value to a data list of type `custom`. Empty values are skipped, those already there are ignored. Not on user event rules.',
    example: 'add origin.taxId to list "watched" because "structuring"',
  },
  {
    name: 'createInvestigation',
    form: 'open case PRIORITY "…"',
    settings: 'name*, priority, assignedTo, assignedToType, dueInHours',
    documentation: 'Opens a case linked to the alerts of the evaluation.',
    example: 'open case HIGH "mule account {origin.name}"',
  },
  {
    name: 'runAutomation',
    form: 'run automation "…"',
    settings: 'automationId*',
    documentation: 'Starts an automation whose trigger is a rule.',
    example: 'run automation "00000000-0000-4000-8000-000000000002"',
  },
  {
    name: 'sendNotification',
    form: 'notify CHANNEL "…"',
    settings: 'channel*, message, template, recipients',
    documentation: 'Sends a message by email or in the application.',
    example: 'notify email "{origin.name} was blocked"',
  },
];
