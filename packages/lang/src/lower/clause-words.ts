/** The words that may start or join something in each place; a slip of the pen is compared with them. */
const headers = ['on', 'score', 'priority', 'category', 'mode', 'description'];
const actions = ['alert', 'suggest', 'set', 'add', 'key'];
const connectives = ['and', 'or', 'not', 'in', 'is', 'between', 'contains', 'starts', 'ends', 'otherwise', 'as'];

export const headerWords: ReadonlySet<string> = new Set(headers);
export const actionWords: ReadonlySet<string> = new Set(actions);

/** Starts of a clause of a rule, in the order in which they stand. */
export const clauseOrder = 'headers, `let`, `when`, `unknown`, `then`';

const byProduction: Readonly<Record<string, readonly string[]>> = {
  file: ['rule', 'list', 'language'],
  listDeclaration: ['of', 'type'],
  ruleDeclaration: ['when', 'then', 'let', 'unknown', ...headers, ...connectives, ...actions],
  header: headers,
  thenClause: actions,
  action: actions,
  alertAction: ['once', 'per', 'in'],
  setStatusAction: ['status', 'of', 'to', 'because'],
  addToListAction: ['to', 'because'],
  listMapping: ['to', 'list'],
  aggregate: ['of', 'from', 'to', 'in', 'where', 'prior'],
  window: ['last'],
  wordRelation: ['in', 'between', 'contains', 'starts', 'ends'],
  startsWith: ['with'],
  endsWith: ['with'],
  between: ['and'],
  parentheses: connectives,
  array: connectives,
  call: connectives,
};

/** The words that fit at a place of the innermost of these productions. */
export const wordsIn = (productions: readonly string[]): readonly string[] =>
  byProduction[productions.at(-1) ?? 'file'] ?? [];
