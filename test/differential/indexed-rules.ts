import fc from 'fast-check';

/** Rules with many terms that depend on a single field, in every form that the index of a rule set supports, and a few that it does not. */

type Text = fc.Arbitrary<string>;

const from = (...texts: string[]): Text => fc.constantFrom(...texts);
const written = (...parts: Text[]): Text => fc.tuple(...parts).map((words) => words.join(' '));
const list = (items: Text): Text =>
  fc.uniqueArray(items, { minLength: 1, maxLength: 4 }).map((several) => `[${several.join(', ')}]`);

const texts = from('transaction.channel', 'transaction.category', 'origin.name', 'transaction.deviceDetails.deviceId');
const untyped = from('transaction.metadata.x', 'transaction.metadata.y', 'origin.attributes.limit');
const numbers = from('origin.riskScore', 'transaction.riskScore', 'transaction.amountInUsd', 'origin.ageYears');
const amounts = from('transaction.amount', 'transaction.amount', 'origin.person.income');
const flags = from('transaction.flagged', 'origin.isPep', 'destination.kycVerified', 'transaction.deviceDetails.isVpn');
const countries = from('origin.countryCode', 'destination.countryCode');

const text = from('"web"', '"WEB"', '"São"', '"sao"', '"mobile"', '"a"');
const number = from('0', '0.1', '0.3', '5', '50', '100', '-1', '12345678901234567.89');
const amount = from('0 USD', '0.30 USD', '100 USD', '100.01 USD', '100.01 USD', '5 EUR');
const country = from('"BR"', '"US"', '"AR"');

const equality = from('=', '!=');
const order = from('<', '<=', '>', '>=', '=', '!=');
const membership = from('in', 'not in');
const between = from('between', 'not between');
const searches = from('contains', 'not contains', 'starts with', 'not starts with', 'ends with', 'not ends with');
const and = from('and');

const leaf = fc.oneof(
  written(texts, equality, text),
  written(texts, membership, list(text)),
  written(texts, searches, text),
  written(untyped, equality, fc.oneof(text, number)),
  written(untyped, order, number),
  written(untyped, membership, list(number)),
  written(numbers, order, number),
  written(numbers, between, from('0', '0.1'), and, from('5', '100')),
  written(numbers, membership, list(number)),
  written(amounts, order, amount),
  written(amounts, between, from('0.30 USD'), and, from('100 USD', '100.01 USD')),
  flags,
  written(countries, equality, country),
  written(countries, membership, list(country)),
  written(from('transaction.type'), membership, from('["TRANSFER"]', '["PAYMENT", "TRANSFER"]')),
  written(fc.oneof(texts, untyped, numbers, amounts, flags, countries), from('is missing', 'is present')),
  written(fc.oneof(texts, untyped), from('is empty', 'is not empty')),
  // Conditions that do not depend on a single field.
  from('transaction.channel = transaction.category', 'origin.riskScore > transaction.riskScore', 'now > 2026-01-01'),
);

const group = (word: string, items: Text): Text =>
  fc.array(items, { minLength: 2, maxLength: 3 }).map((several) => `(${several.join(` ${word} `)})`);

const negatable = (items: Text): Text =>
  fc.tuple(items, fc.integer({ max: 4 })).map(([item, draw]) => (draw === 0 ? `not (${item})` : item));

const term = negatable(
  fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 3, arbitrary: group('or', negatable(leaf)) },
    { weight: 1, arbitrary: group('and', negatable(leaf)) },
    { weight: 1, arbitrary: group('or', fc.oneof(leaf, group('and', leaf))) },
  ),
);

const condition = fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join('\n   and '));

const ending = from(
  '',
  '',
  '',
  'unknown hit',
  'unknown review',
  'then suggest FLAG',
  'then alert HIGH "{origin.name}" once per origin in 24h',
);

/** Functions that return the text of a rule for its key. */
export const indexedRules: fc.Arbitrary<(key: string) => string> = fc
  .tuple(condition, ending, from('0', '1', '30', '0.1', '-20'), from('', 'stop on match', 'mode shadow'))
  .map(
    ([when, then, score, header]) =>
      (key: string) =>
        `rule ${key} "Rule ${key}" {\n  on transaction\n  score ${score} ${header}\n  when ${when}\n  ${then}\n}\n`,
  );
