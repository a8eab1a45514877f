import { checkSource, codesOf, rule } from './check.js';

const cases: readonly (readonly [string, readonly string[]])[] = [
  // Groups.
  ['all { transaction.flagged, origin.isPep }', []],
  ['none { transaction.flagged, 5 }', ['E0303']],
  ['at least 2 of { transaction.flagged, origin.isPep }', []],
  ['at least 3 of { transaction.flagged, origin.isPep }', ['E0305']],
  ['at least 0 of { transaction.flagged }', ['E0305']],
  // Lists and addresses.
  ['origin.taxId in lists of type "document_blocklist"', []],
  ['origin.taxId in lists of type "documnt_blocklist"', ['E0506']],
  ['transaction.deviceDetails.ipAddress in ["10.0.0.0/8", "2001:db8::/32"]', []],
  ['transaction.description contains any of list "blocked"', []],
  ['transaction.description contains any of lists of type "custom"', ['E0302']],
  ['transaction.description contains any of ["gift", "card"]', []],
  ['transaction.description contains all of ["gift", ""]', ['E0306']],
  ['transaction.description contains ""', ['E0306']],
  ['transaction.amount in list "blocked"', ['E0302']],
  ['origin.taxId in list "gone"', ['E0501']],
  [
    'transaction.deviceDetails.ipAddress in ["999.1.1.1", "10.0.0.0/33", "::1/129", "::ffff:10.0.0.0/104", "x"]',
    Array(4).fill('E0305'),
  ],
  ['transaction.deviceDetails.ipAddress not in [" 10.0.0.1 ", "10.0.0/8"]', ['E0305']],
  ['transaction.metadata.address in ["10.0.0.0/8", "10.0.0.256"]', ['E0305']],
  // Durations, opening hours.
  ['now - 1.5 * 1mo > transaction.transactedAt', ['E0302']],
  ['now - 1y * 0.5 > transaction.transactedAt', ['E0302']],
  ['now - 2 * 1mo > transaction.transactedAt', []],
  ['now - 1.5 * 1d > transaction.transactedAt', []],
  ['now - origin.riskScore * 1mo > transaction.transactedAt', []],
  ['sharedWith("deviceDetails.deviceId", nth([1y, 7d, origin.accountAge], 2)) > 1', ['E0309']],
  ['nth([origin.accountAge, 1mo], 0) > 30d', ['E0309']],
  ['sharedWith("deviceDetails.deviceId", nth([1y, 2mo], 1)) > 1', []],
  ['nth([7d, origin.accountAge], 0) > 30d', []],
  ['speed(transaction.location, transaction.location, 1mo) > 900', ['E0309']],
  ['speed(transaction.location, transaction.location, 4w) > 900', []],
  ['transaction.transactedAt is outside operational hours of instrument', ['E0302']],
  ['transaction.transactedAt is not inside operational hours of instrument', ['E0302']],
  ['transaction.transactedAt is outside operational hours of destination', []],
  // Names that sound alike.
  ['origin.name is similar to destination.name', []],
  ['origin.name is similar to "ACME" at 90% using token_set', []],
  ['origin.name is similar to "ACME" using token_sat', ['E0213']],
  ['origin.name is similar to "ACME" at 0%', ['E0305']],
  ['origin.name is similar to any in list "blocked" at 90%', []],
  ['origin.name is similar to any in ["ACME"]', []],
  ['origin.riskScore is similar to "ACME"', ['E0302']],
  // Patterns.
  ['origin.person.email matches `@a\\.com$` and origin.type = "person"', []],
  ['transaction.channel matches "^web"', []],
  ['transaction.channel matches transaction.description', ['E0603']],
  ['transaction.channel matches `(?<=a)b`', ['E0601']],
  // Numbers, money, times, places.
  ['transaction.amount is multiple of 1000', []],
  ['transaction.amount is multiple of 1_000 USD', ['E0312']],
  ['origin.riskScore is multiple of 5', []],
  ['origin.registrationDate is within last 30d', []],
  ['origin.registrationDate is before now - 180d', []],
  ['origin.registrationDate is not after 2026-01-01', ['W1203']],
  ['origin.riskScore is before 2026-01-01', ['E0302']],
  ['transaction.location is within 50 km of origin.attributes.home', []],
  ['transaction.transactedAt is outside operational hours of origin', []],
  ['transaction.transactedAt is outside operational hours of origin.name', ['E0302']],
  ['transaction.amount between 5 USD and 2 USD', ['E0308']],
  // Calls.
  ['text("{origin.name} x") = "a"', []],
  ['text("{origin.nam} x") = "a"', ['E0604']],
  ['text("{origin.name x") = "a"', ['E0605']],
  ['text(origin.name) = "a"', ['E0314']],
  ['screening(origin).topScore > 80', []],
  ['screening(origin).topScor > 80', ['E0201']],
  ['oldHour(now) > 3', ['W1113']],
  // Aggregates.
  ['count(distinct destination of transactions from origin in last 1d) > 3', []],
  ['count(distinct transactions from origin in last 1d) > 3', ['E0404']],
  ['count(amount of transactions from origin in last 1d) > 3', ['E0409']],
  ['sum(distinct amount as USD of transactions from origin in last 1d) > 3 USD', ['E0409']],
  ['sum(transactions from origin in last 1d) > 3', ['E0404']],
  ['share(transactions from origin in last 1d) > 3', ['E0404']],
  ['share(transactions from origin in last 1d where flagged) > 10%', []],
  ['exists(prior transactions from origin to destination in last 1d)', []],
  ['p95(amount as USD of prior transactions from origin in last 90d) > 5 USD', []],
  ['length(values(channel of transactions from origin in last 90d)) > 5', []],
  ['latest(location of prior transactions from origin in last 1d) is present', []],
  ['count(last 10 transactions from origin where flagged) > 3', []],
  ['count(last 0 transactions from origin) > 3', ['E0410']],
  ['count(transactions from origin in current month) > 3', []],
  ['count(transactions from origin in curent month) > 3', ['E0101']],
  ['count(transactions from origin in current fortnight) > 3', ['E0213']],
  ['count(transactions from origin in all time) > 3', []],
  ['count(transactions from origin since origin.registrationDate) > 3', []],
  ['count(transactions from origin since origin.name) > 3', ['E0301']],
  ['count(transactions from origin since latest(transactedAt of transactions to origin in last 1d)) > 3', ['E0408']],
  ['count(transactions from origin in last 1.5mo) > 3', ['E0406']],
  ['count(userEvents from origin in last 1h where eventType = "LOGIN_FAILED") > 3', []],
  ['count(userEvents to origin in last 1h) > 3', ['E0402']],
  ['count(alerts involving origin in last 90d where priority = "HIGH") > 3', []],
  ['count(cases involving origin in last 90d) > 0', []],
  ['count(relationships from origin where role = "shareholder") = 1', []],
  ['count(relationships from origin in last 1d) = 1', ['E0405']],
  ['exists(relationships from origin where related.isPep)', []],
  ['exists(accounts from origin where currency = "USD")', []],
  ['exists(origin.riskFactors where impact > 10)', []],
  ['exists(transaction.metadata.items where item = "x")', []],
  ['exists(origin.riskScore where impact > 10)', ['E0401']],
  ['origin.riskFactors.impact > 10', ['E0209']],
  ['count(payments from origin in last 1d) > 3', ['E0401']],
  ['count(transactions between origin and destination in last 7d) > 3', []],
  ['count(transactions between origin and transaction.amount in last 7d) > 3', ['E0402']],
  ['count(transactions per deviceDetails.deviceId, instrument.bin in last 7d) > 3', []],
  ['count(transactions per deviceDetails.deviceid in last 7d) > 3', []],
  ['count(transactions per chanel in last 7d) > 3', ['E0402']],
  ['count(transactions per amount in last 7d) > 3', ['E0402']],
  ['count(alerts per channel in last 7d) > 3', ['E0402']],
  ['count(transactions per channel, type, status, currency in last 7d) > 3', ['E0913']],
  ['count(transactions from origin in last 1d where count(alerts involving origin in last 1d) > 1) > 3', ['E0408']],
  ['count(transactions in last 1d) > 3', ['W1312']],
  // Lints.
  ['transaction.amount > 5', ['W1305']],
  ['transaction.amount > 10.000 USD', ['W1314']],
  ['transaction.amount in [1.250CLP, 999.999 EUR]', ['W1314', 'W1314']],
  // Three decimals of a dinar, a fraction of a cent, more digits than one group, an unknown currency, a text.
  ['transaction.amount > 10.000 KWD', []],
  ['transaction.amount > 0.125 USD', []],
  ['transaction.amount > 1_000.000 USD', []],
  ['transaction.amount > 10.0000 USD', []],
  ['transaction.amount > 1.250 BTC', []],
  ['transaction.description = "10.000 USD"', []],
  // Digits that are truncated, and digits without meaning.
  ['transaction.transactedAt > 2026-01-15T12:00:00.1234Z', ['W1315']],
  ['transaction.transactedAt between 2026-01-15T12:00:00.123Z and 2026-01-15T12:00:00.123000Z', []],
  // Days against instants, and against days.
  ['transaction.transactedAt > 2026-01-15', ['W1317']],
  ['transaction.transactedAt <= 2026-01-15', ['W1317']],
  ['transaction.transactedAt >= 2026-01-15', []],
  ['transaction.transactedAt = 2026-01-15', []],
  ['origin.person.dateOfBirth > 2000-01-15', ['W1204']],
  // Invisible characters: a zero-width space, a non-breaking space, a joiner between Latin letters; a joiner in an emoji.
  ['transaction.description = "a\u200Bb"', ['W1316']],
  ['transaction.description contains "a\u00A0b"', ['W1316']],
  ['transaction.description matches `a\u200Db`', ['W1316']],
  ['transaction.description in ["a", "b\uFEFF"]', ['W1316']],
  ['transaction.description = "a\\u{200B}b"', []],
  ['transaction.description = "👩\u200D👧"', []],
  ['origin.taxId = destination.name', ['W1309']],
  ['transaction.amount as USD = 5 EUR', ['W1307']],
  ['transaction.amount > max(amount as USD of transactions from origin in last 1d)', ['W1303']],
  ['sum(amount of transactions from origin in last 1d) > 5 USD', ['W1306']],
  ['(transaction.flagged or origin.isPep) and destination.isPep', []],
  ['transaction.flagged or origin.isPep and destination.isPep', ['W1101']],
  ['any { transaction.flagged, origin.isPep and destination.isPep }', []],
];

it.each(cases)('%s', (when, codes) => {
  expect(codesOf(when)).toEqual(codes);
});

it('offers both amounts where a point may have separated thousands', () => {
  const { diagnostics } = checkSource(rule('transaction.amount > 10.000 USD'));
  expect(diagnostics.flatMap(({ fixes = [] }) => fixes.map(({ safe, edits }) => [safe, edits[0]!.newText]))).toEqual([
    [false, '10_000 USD'],
    [false, '10 USD'],
  ]);
});

it('allows match of a similarity search in messages, and only there', () => {
  const then = 'then alert HIGH "{match.value} at {match.score}"';
  expect(codesOf('origin.name is similar to any in list "blocked"', { then })).toEqual([]);
  expect(codesOf('transaction.flagged', { then })).toEqual(['E0604', 'E0604']);
  expect(codesOf('origin.name is similar to any in list "gone"', { then })).toEqual(['E0501']);
});

const actions: readonly (readonly [string, readonly string[]])[] = [
  ['assign to user "ana"', []],
  ['assign to user "bob"', ['E0806']],
  ['assign to user "ana" assign to team "fraud"', ['E0807']],
  ['run automation "a-1"', ['E0806']],
  ['notify email "{origin.name}" with { recipients: ["ana@example.test"] }', []],
  ['notify sms "x"', ['E0213']],
  ['open case HIGH "x" with { dueInHours: 24, assignedTo: "ana", assignedToType: "user" }', []],
  ['open case HIGH "x" with { dueInHours: "24" }', ['E0301']],
  ['open case HIGH ""', ['E0606']],
  ['alert HIGH "x" with { type: "AML", tags: ["a"] }', []],
  ['alert HIGH "x" with { type: "AMLL" }', ['E0213']],
  ['alert HIGH "x" with { typ: "AML" }', ['E0213']],
  ['alert HIGH "x" with { type: origin.name }', ['E0316']],
  ['alert HIGH "x" with { type: "AML", type: "FRAUD" }', ['E0204']],
  ['add origin.taxId to list "shared"', ['E0503']],
  ['add origin.taxId to lists of type "custom"', ['E0503']],
  ['set status of origin to blocked', ['E0804']],
  ['suggest FLAG suggest BLOCK', ['E0807']],
  ['key ""', ['E0606']],
];

it.each(actions)('reports the expected codes for then %s', (then, codes) => {
  expect(codesOf('transaction.flagged', { then: `then ${then}` })).toEqual(codes);
});
