/** The words that may start or connect something at each position. Misspelled words are compared with them. */
const headers = [
  'on',
  'matrix',
  'category',
  'tags',
  'scope',
  'evaluate',
  'stop',
  'description',
  'owner',
  'reference',
  'mode',
  'priority',
  'score',
  'effective',
  'meta',
];
const actions = ['alert', 'suggest', 'set', 'assign', 'add', 'open', 'run', 'notify', 'key'];
const connectives = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'between',
  'contains',
  'starts',
  'ends',
  'matches',
  'otherwise',
  'as',
];
const declarations = ['language', 'import', 'list', 'const', 'param', 'define', 'matrix', 'rule', 'test', 'todo'];
const clauses = ['on', 'description', 'scale', 'thresholds', 'decide', 'otherwise'];
const steps = ['given', 'when', 'vary', 'expect'];
const outcomes = ['hit', 'no', 'unknown'];
const predicates = [
  'missing',
  'present',
  'empty',
  'similar',
  'multiple',
  'outside',
  'inside',
  'within',
  'before',
  'after',
];
const expectations = [
  ...outcomes,
  'score',
  'decision',
  'label',
  'suggestion',
  'status',
  'alert',
  'case',
  'notification',
  'list',
  'key',
  'assigned',
  'automation',
];

export const headerWords: ReadonlySet<string> = new Set(headers);
export const actionWords: ReadonlySet<string> = new Set(actions);

/** The clauses of a rule in their required order. */
export const clauseOrder = 'headers, `let`, `when`, `unknown`, `then`, `test`';

const byProduction: Readonly<Record<string, readonly string[]>> = {
  file: declarations,
  listDeclaration: ['of', 'type'],
  paramDeclaration: ['between', 'and', 'step'],
  defineDeclaration: ['as'],
  matrixDeclaration: clauses,
  matrixClause: clauses,
  scale: ['to'],
  band: ['from'],
  ruleDeclaration: ['when', 'then', 'let', 'unknown', 'test', ...headers, ...connectives, ...actions],
  whenClause: ['when', 'let', ...headers],
  header: headers,
  stopHeader: ['on', 'match'],
  effectiveHeader: ['from', 'until'],
  thenClause: actions,
  action: actions,
  actionWithSettings: [...actions, 'with', 'because'],
  alertAction: ['once', 'per', 'in'],
  setStatusAction: ['status', 'of', 'to', 'because'],
  assignAction: ['to'],
  assignee: ['user', 'team'],
  addToListAction: ['to', 'because'],
  listMapping: ['to', 'list', 'lists'],
  openCaseAction: ['case'],
  runAutomationAction: ['automation'],
  aggregate: ['of', 'from', 'to', 'involving', 'between', 'per', 'in', 'since', 'where', 'prior', 'last', 'distinct'],
  period: ['last', 'current', 'previous', 'all'],
  wordRelation: ['in', 'between', 'contains', 'starts', 'ends', 'matches'],
  isPredicate: predicates,
  similar: ['to', 'any', 'in', 'at', 'using'],
  multiple: ['of'],
  operationalHours: ['operational', 'hours', 'of'],
  within: ['last', 'of'],
  startsWith: ['with'],
  endsWith: ['with'],
  between: ['and'],
  listTypeReference: ['of', 'type'],
  testDeclaration: [...steps, 'for'],
  testStep: steps,
  givenList: ['has'],
  givenRecords: ['every', 'ending', 'ago'],
  expectStep: expectations,
  expectNoAlert: ['alert'],
  expectList: ['gains'],
  expectAssignment: ['to'],
  outcome: outcomes,
  varyCase: outcomes,
  parentheses: connectives,
  group: connectives,
  array: connectives,
  call: connectives,
};

/** Returns the words that are valid in the innermost of these productions. */
export const wordsIn = (productions: readonly string[]): readonly string[] =>
  byProduction[productions.at(-1) ?? 'file'] ?? [];
