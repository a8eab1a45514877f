import fc from 'fast-check';

/** Rule text that the checker accepts, grown by type. Few fields and values, so that parts repeat and are shared. */

type Text = fc.Arbitrary<string>;

const from = (...texts: string[]): Text => fc.constantFrom(...texts);
const quoted = (...texts: string[]): Text => fc.constantFrom(...texts.map((text) => JSON.stringify(text)));

const numberFields = [
  'origin.riskScore',
  'transaction.riskScore',
  'origin.ageYears',
  'transaction.amountInUsd',
  'origin.company.employeeCount',
];
const anyFields = ['transaction.metadata.x', 'transaction.metadata.y', 'origin.attributes.limit'];
const moneyFields = ['transaction.amount', 'origin.person.income'];
const textFields = [
  'transaction.channel',
  'transaction.category',
  'origin.name',
  'origin.taxId',
  'transaction.deviceDetails.deviceId',
];
const boolFields = [
  'origin.isPep',
  'transaction.flagged',
  'transaction.deviceDetails.isVpn',
  'destination.kycVerified',
];
const countryFields = ['origin.countryCode', 'destination.countryCode'];
const datetimeFields = ['transaction.transactedAt', 'origin.registrationDate', 'now'];

export const textValues = ['', 'web', 'WEB', 'São', 'sao', 'mobile', 'a'];
const numberLiterals = [
  '0',
  '0.1',
  '0.2',
  '0.3',
  '5',
  '50',
  '100',
  '-1',
  '12345678901234567.89',
  '99999999999999999999999999',
];
const moneyLiterals = ['0 USD', '0.30 USD', '100 USD', '100.01 USD', '5 EUR', '10_000 BRL'];
const durations = ['1s', '1h', '24h', '7d', '1mo'];

const numberLiteral = from(...numberLiterals);
const moneyLiteral = from(...moneyLiterals);
const textLiteral = quoted(...textValues.filter((text) => text !== ''));

const recordCondition = fc.oneof(
  fc
    .tuple(from('amount', 'riskScore'), from('>=', '<', '='))
    .chain(([field, operator]) =>
      (field === 'amount' ? moneyLiteral : numberLiteral).map((value) => `${field} ${operator} ${value}`),
    ),
  textLiteral.map((value) => `channel = ${value}`),
  from(
    'category = transaction.category',
    'origin.countryCode != current.origin.countryCode',
    'flagged',
    'amount > transaction.amount',
  ),
  from(
    'metadata.x = 5',
    'metadata.x is present',
    'deviceDetails.deviceId is missing',
    'channel is empty',
    'origin.riskScore > 1',
    'transactedAt < now',
  ),
  from('transaction.amount >= 100 USD', 'origin.isPep', 'status in ["CREATED", "SENT"]'),
);

const recordFilter = fc.oneof(
  recordCondition,
  fc.tuple(recordCondition, from('and', 'or'), recordCondition).map(([a, word, b]) => `${a} ${word} ${b}`),
  recordCondition.map((condition) => `not (${condition})`),
);

const window = fc
  .record({
    prior: from('', 'prior '),
    link: from('from origin', 'to destination', 'to origin', 'from origin to destination'),
    length: from(...durations),
    where: fc.option(recordFilter),
  })
  .map(({ prior, link, length, where }) => ({
    prior,
    tail: `${link} in last ${length}${where === null ? '' : ` where ${where}`}`,
  }));

const count = window.map(({ prior, tail }) => `count(${prior}transactions ${tail})`);
const folded = (names: Text, values: Text): Text =>
  fc
    .tuple(names, values, window)
    .map(([name, value, { prior, tail }]) => `${name}(${value} of ${prior}transactions ${tail})`);

const numberAggregate = fc.oneof(
  count,
  folded(from('sum', 'avg', 'min', 'max'), from('riskScore', 'origin.riskScore', 'amountInUsd')),
);
const moneyAggregate = folded(from('sum', 'avg', 'min', 'max'), from('amount', 'amount as USD', 'amount as EUR'));

const { number, money } = fc.letrec<{ number: string; money: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    from(...numberFields),
    numberLiteral,
    numberAggregate,
    fc.tuple(tie('number'), from('+', '-', '*', '/'), tie('number')).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `(${a} otherwise ${b})`),
    tie('number').map((a) => `abs(${a})`),
    fc.tuple(tie('money'), tie('money')).map(([a, b]) => `ratio(${a}, ${b})`),
    from('hour(transaction.transactedAt)', 'length(origin.name)', 'daysBetween(origin.registrationDate, now)'),
  ),
  money: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    from(...moneyFields),
    moneyLiteral,
    moneyAggregate,
    fc.tuple(tie('money'), numberLiteral).map(([a, factor]) => `(${a} * ${factor})`),
    fc.tuple(from(...moneyFields), from('USD', 'EUR')).map(([field, currency]) => `(${field} as ${currency})`),
    fc.tuple(from(...moneyFields), moneyLiteral).map(([a, b]) => `(${a} otherwise ${b})`),
  ),
}));

const order = from('<', '<=', '>', '>=', '=', '!=');
const compared = (a: Text, b: Text): Text =>
  fc.tuple(a, order, b).map(([left, operator, right]) => `${left} ${operator} ${right}`);
const ranged = (a: Text, low: string, high: string): Text =>
  fc.tuple(a, from('between', 'not between')).map(([x, word]) => `${x} ${word} ${low} and ${high}`);

/** A condition without `and`, `or` and `not`. */
export const leaf = fc.oneof(
  compared(number, number),
  compared(money, money),
  compared(money, numberLiteral),
  compared(from(...anyFields), fc.oneof(numberLiteral, from(...numberFields))),
  ranged(number, '0.1', '100'),
  ranged(money, '1 USD', '200 USD'),
  fc
    .tuple(
      from(...textFields, ...anyFields),
      from('=', '!=', 'contains', 'not contains', 'starts with', 'ends with'),
      textLiteral,
    )
    .map((parts) => parts.join(' ')),
  fc
    .tuple(
      from(...textFields),
      from('in', 'not in'),
      fc.array(fc.oneof(textLiteral, from('origin.name', 'transaction.channel')), { minLength: 1, maxLength: 4 }),
    )
    .map(([a, word, list]) => `${a} ${word} [${list.join(', ')}]`),
  fc
    .tuple(from(...countryFields), from('=', '!='), fc.oneof(quoted('BR', 'US'), from(...countryFields)))
    .map((parts) => parts.join(' ')),
  fc.tuple(from(...countryFields), from('in', 'not in')).map(([a, word]) => `${a} ${word} ["BR", "AR", "US"]`),
  fc
    .tuple(
      from(...textFields, ...anyFields, ...numberFields, ...moneyFields, ...boolFields),
      from('is missing', 'is present'),
    )
    .map((parts) => parts.join(' ')),
  fc
    .tuple(from(...textFields, 'origin.riskFactors', 'transaction.metadata.x'), from('is empty', 'is not empty'))
    .map((parts) => parts.join(' ')),
  fc.tuple(number, from('is missing', 'is present')).map(([a, word]) => `(${a}) ${word}`),
  fc
    .tuple(from(...datetimeFields), order, from('2026-01-15', '2026-01-15T12:00:00Z', 'now'))
    .map((parts) => parts.join(' ')),
  fc
    .tuple(
      from('origin.taxId', 'origin', 'transaction.channel', 'origin.riskScore', 'destination'),
      from('in', 'not in'),
      from('watched', 'gone'),
    )
    .map((parts) => parts.join(' ')),
  from(...boolFields),
  from(
    'origin = destination',
    'transaction.type = "TRANSFER"',
    'transaction.paymentMethod in ["CARD", "PIX"]',
    'origin.accountAge < 7d',
  ),
);

/** At most three levels: the language allows five. */
function conditions(depth: number): Text {
  if (depth === 0) return leaf;
  const below = conditions(depth - 1);
  const group = (word: string): Text =>
    fc.array(below, { minLength: 2, maxLength: 4 }).map((items) => `(${items.join(` ${word} `)})`);
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 2, arbitrary: group('and') },
    { weight: 2, arbitrary: group('or') },
    { weight: 1, arbitrary: below.map((item) => `not (${item})`) },
  );
}

const action = fc.oneof(
  from(
    'alert HIGH "{origin.name} {transaction.amount} {number_of}"',
    'alert LOW "plain" once per origin in 24h',
    'alert MEDIUM "at {transaction.transactedAt}" once per origin',
  ),
  from('set status of origin to under_review', 'set status of destination to blocked because "{origin.name}"'),
  from('add origin.taxId to watched', 'add origin.name to watched, transaction.channel to watched because "seen"'),
  from('key "k1"', 'key "k2"'),
);

/** A rule with every header at random. */
export const wellTypedRules: fc.Arbitrary<(key: string) => string> = fc
  .record({
    score: fc.constantFrom('0', '0.1', '0.2', '30', '79.9', '-20', '50'),
    priority: fc.integer({ min: 1, max: 3 }),
    trigger: from('', ' (created)', ' (updated)'),
    mode: from('', '  mode shadow\n'),
    unknown: from('', '  unknown ignore\n', '  unknown review\n', '  unknown hit\n'),
    lets: number,
    condition: conditions(2),
    usesLet: fc.boolean(),
    actions: fc.array(action, { maxLength: 3 }),
    suggestion: from('', 'suggest FLAG', 'suggest SUSPEND', 'suggest BLOCK'),
  })
  .map(
    ({ score, priority, trigger, mode, unknown, lets, condition, usesLet, actions, suggestion }) =>
      (key: string) => {
        const then = [...actions, suggestion].filter((each) => each !== '').map((each) => `       ${each}`);
        return `list watched = "watched"
list gone = "gone"
rule ${key} "Rule ${key}" {
  on transaction${trigger}
  score ${score}
  priority ${priority}
${mode}  let number_of = ${lets}
  when ${usesLet ? `number_of >= 1 and ${condition}` : condition}
${unknown}${then.length > 0 ? `  then\n${then.join('\n')}\n` : ''}}
`;
      },
  );
