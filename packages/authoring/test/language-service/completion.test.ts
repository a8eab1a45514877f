import { inRule, openMarked } from './cursor-marks.js';

interface Case {
  readonly at: string;
  /** All of these must be proposed. */
  readonly offers?: readonly string[];
  /** None of these may be proposed. */
  readonly refuses?: readonly string[];
  /** Exactly these must be proposed. */
  readonly exactly?: readonly string[];
}

const labels = (marked: string): readonly string[] => {
  const { service, at } = openMarked(marked);
  return service.completion('file:///rules/sample.rules', at).map(({ label }) => label);
};

const context = `list mules = "Known mules"
const HOME = "BR"
const LIMIT = 1_000 USD
param most = 5 between 1 and 10
define is_home(c) as c = HOME
define risky as transaction.amount > LIMIT
`;

const check = (cases: Readonly<Record<string, Case>>): void => {
  it.each(Object.entries(cases))('%s', (_title, { at, offers = [], refuses = [], exactly }) => {
    const found = labels(at);
    expect(found).toEqual(expect.arrayContaining([...offers]));
    expect(found.filter((label) => refuses.includes(label))).toEqual([]);
    if (exactly) expect([...found].sort()).toEqual([...exactly].sort());
  });
};

describe('completion in declarations and headers', () => {
  check({
    'an empty file': {
      at: '|',
      offers: ['rule', 'test', 'list', 'const', 'param', 'define', 'matrix', 'import', 'language', 'rule …'],
      refuses: ['when', 'and'],
    },
    'headers of a rule': {
      at: 'rule r {\n  |\n}',
      offers: ['on', 'score', 'category', 'when', 'stop on match'],
      refuses: ['then', 'alert', 'and'],
    },
    'headers that are there are not offered again': {
      at: 'rule r {\n  on transaction\n  score 5\n  |\n  when true }',
      offers: ['priority', 'category', 'let'],
      refuses: ['score', 'on'],
    },
    targets: { at: 'rule r {\n  on |', offers: ['transaction', 'person', 'company'], refuses: ['created', 'on'] },
    'triggers of the target': {
      at: 'rule r {\n  on transaction (|',
      offers: ['created', 'status_changed'],
      refuses: ['kyc_completed', 'transaction'],
    },
    'triggers of entities': {
      at: 'rule r {\n  on person (created, |',
      offers: ['kyc_completed'],
      refuses: ['created'],
    },
    categories: { at: 'rule r { category |', exactly: ['kyc', 'kyb', 'aml', 'fraud', 'compliance', 'risk', 'custom'] },
    'matrices of the file': { at: 'matrix core { on transaction }\nrule r { matrix |', exactly: ['core'] },
    'the version stands only at the beginning': {
      at: 'language 1\n\n|\nrule r { on transaction when true }',
      offers: ['rule', 'const'],
      refuses: ['language'],
    },
    'a word being written is part of nothing': { at: 'rule r {\n  on transaction\n  sco|\n', offers: ['score'] },
  });
});

describe('values', () => {
  check({
    'roots of the target': {
      at: inRule('when |'),
      offers: ['transaction', 'origin', 'destination', 'not', 'all', 'any', 'count'],
      refuses: ['person', 'company', 'then', 'and'],
    },
    'roots of another target': {
      at: 'rule r { on person when |',
      offers: ['person', 'entity'],
      refuses: ['transaction', 'origin', 'company'],
    },
    'fields behind a dot': {
      at: inRule('when origin.|'),
      offers: ['countryCode', 'type', 'person'],
      refuses: ['amount', 'transaction', 'origin.countryCode'],
    },
    'fields behind two dots': {
      at: inRule('when origin.person.|'),
      offers: ['isPep', 'firstName'],
      refuses: ['countryCode'],
    },
    'a field being written': { at: inRule('when origin.coun|tryCode = "BR"'), offers: ['countryCode'] },
    'only fields that fit the other side': {
      at: inRule('when transaction.amount > transaction.|'),
      offers: ['amount'],
      refuses: ['status', 'type', 'deviceDetails'],
    },
    'names declared above': {
      at: `${context}${inRule('let a = 1\n  let b = |')}`,
      offers: ['a', 'HOME', 'LIMIT', 'most', 'is_home', 'risky'],
      refuses: ['b'],
    },
    'names that fit': {
      at: `${context}${inRule('when transaction.amount > |')}`,
      offers: ['LIMIT'],
      refuses: ['HOME', 'mules', 'risky'],
    },
    'names that fit a country': {
      at: `${context}${inRule('when origin.countryCode = |')}`,
      offers: ['HOME', 'destination.countryCode'],
      refuses: ['LIMIT', 'most', 'transaction.amount'],
    },
    'lists behind in': {
      at: `${context}${inRule('when origin.taxId in |')}`,
      offers: ['mules', 'list'],
      refuses: ['LIMIT', 'risky'],
    },
    'functions by their result': {
      at: inRule('when 3 < |'),
      offers: ['hour', 'count', 'length'],
      refuses: ['lower', 'upper'],
    },
    'arguments by the signatures': {
      at: inRule('when hour(transaction.|'),
      offers: ['transactedAt'],
      refuses: ['amount', 'status'],
    },
    'parameters of a definition': { at: `define near(x) as |`, offers: ['x', 'transaction', 'person'] },
    'values of an enumeration': {
      at: inRule('when transaction.status = |'),
      offers: ['"DECLINED"', '"CREATED"'],
      refuses: ['"ZZ"', 'true'],
    },
    'values of an enumeration in a list': {
      at: inRule('when transaction.status in ["CREATED", |'),
      offers: ['"DECLINED"'],
    },
    'values of an enumeration inside quotes': {
      at: inRule('when transaction.status = "DEC|"'),
      offers: ['"DECLINED"'],
    },
    'true and false beside a bool': {
      at: inRule('when origin.person.isPep = |'),
      offers: ['true', 'false'],
      refuses: ['"true"'],
    },
    'the second bound of a range': {
      at: inRule('when transaction.amount between 1 USD and |'),
      offers: ['transaction'],
      refuses: ['or'],
    },
    'inside brackets': { at: inRule('when 5 < (transaction.|'), refuses: ['status'] },
    'names of lists': { at: inRule('when origin.taxId in list |'), exactly: ['"Blocked IPs"', '"Known mules"'] },
    'names of lists inside quotes': {
      at: inRule('when origin.taxId in list "Kn|'),
      exactly: ['"Blocked IPs"', '"Known mules"'],
    },
    'types of lists': { at: inRule('when origin.taxId in lists of type |'), exactly: ['"ip_blocklist"', '"custom"'] },
    'nothing in a comment': { at: 'rule r { // on |', exactly: [] },
    'nothing in a number': { at: 'rule r { score 2|', exactly: [] },
    'nothing in a date': { at: 'rule r { effective from 2026-01-|', exactly: [] },
    'nothing in a time': { at: 'rule r { on transaction when now > 2026-01-15T12:|', exactly: [] },
    'nothing in plain text': { at: 'rule r "tit|le" {', exactly: [] },
  });
});

describe('operators', () => {
  check({
    'those of money': {
      at: inRule('when transaction.amount |'),
      offers: ['=', '>', 'between', '+', 'as', 'is', 'otherwise'],
      refuses: ['contains', 'starts with', 'matches', 'and', 'then', '.'],
    },
    'those of text': {
      at: inRule('when origin.name |'),
      offers: ['=', 'contains', 'starts with', 'in'],
      refuses: ['as', '*', '-'],
    },
    'a condition may be joined or ended': {
      at: inRule('when transaction.amount > 5 USD |'),
      offers: ['and', 'or', 'then', 'unknown', 'test', '+', 'as'],
      refuses: ['>', '=', 'contains'],
    },
    'a bool is a condition': {
      at: inRule('when origin.person.isPep |'),
      offers: ['and', 'or', 'then', '='],
      refuses: ['+'],
    },
    'the value of a let is not a condition': {
      at: inRule('let a = transaction.amount |'),
      offers: ['let', 'when'],
      refuses: ['and', 'or'],
    },
    predicates: {
      at: inRule('when transaction.amount is |'),
      offers: ['missing', 'present', 'not', 'multiple of'],
      refuses: ['outside operational hours of', 'before'],
    },
    'predicates of time': {
      at: inRule('when transaction.transactedAt is |'),
      offers: ['before', 'after', 'within'],
      refuses: ['multiple of'],
    },
    'nothing behind a misspelt field': { at: inRule('when origin.contryCode |'), refuses: ['=', 'and', 'in'] },
  });
});

describe('aggregates', () => {
  check({
    records: {
      at: inRule('when count(|'),
      offers: ['transactions', 'prior', 'last', 'transaction'],
      refuses: ['hour', 'where'],
    },
    'links, window, filter': {
      at: inRule('when count(transactions |'),
      offers: ['from', 'to', 'involving', 'in', 'where'],
      refuses: ['of', '+', 'as', 'otherwise'],
    },
    'entities behind a link': {
      at: inRule('when count(transactions from |'),
      exactly: ['origin', 'destination', 'instrument'],
    },
    windows: {
      at: inRule('when count(transactions from origin in |'),
      exactly: ['last', 'current', 'previous', 'all time'],
    },
    lengths: { at: inRule('when count(transactions from origin in last |'), offers: ['1h', '24h', '7d'] },
    units: {
      at: inRule('when count(transactions from origin in current |'),
      exactly: ['day', 'week', 'month', 'quarter', 'year'],
    },
    'fields of the record': {
      at: inRule('when count(transactions from origin in last 1h where |'),
      offers: ['amount', 'status', 'origin', 'current'],
      refuses: ['count', 'then'],
    },
    'values of the record': {
      at: inRule('when count(transactions from origin in last 1h where status = |'),
      offers: ['"DECLINED"'],
      refuses: ['amount'],
    },
    'operators of the record': {
      at: inRule('when count(transactions from origin in last 1h where amount |'),
      offers: ['>', '='],
      refuses: ['contains', 'and'],
    },
    'values that can be summed': { at: inRule('when sum(|'), offers: ['amount'], refuses: ['status', 'transactions'] },
    'of and a currency behind a value': {
      at: inRule('when sum(amount |'),
      offers: ['of', 'as'],
      refuses: ['from', 'in', 'where'],
    },
  });
});

describe('completion in actions, messages and tests', () => {
  check({
    'the nine actions': {
      at: inRule('when origin.person.isPep then |'),
      exactly: ['alert', 'suggest', 'set status', 'assign', 'add', 'open case', 'run automation', 'notify', 'key'],
    },
    severities: { at: inRule('when origin.person.isPep then alert |'), exactly: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
    suggestions: { at: inRule('when origin.person.isPep then suggest |'), exactly: ['FLAG', 'SUSPEND', 'BLOCK'] },
    channels: { at: inRule('when origin.person.isPep then notify |'), exactly: ['email', 'in_app'] },
    'lists to add to': {
      at: `${context}${inRule('when origin.person.isPep then add origin.taxId to |')}`,
      offers: ['mules', 'list'],
      refuses: ['HOME'],
    },
    'holes of a message': {
      at: inRule('let n = 1\n  when origin.person.isPep then alert HIGH "seen {|'),
      offers: ['origin', 'transaction', 'n'],
      refuses: ['alert', 'then'],
    },
    'fields in a hole': {
      at: inRule('when origin.person.isPep then alert HIGH "{origin.na|} paid"'),
      offers: ['name'],
      refuses: ['origin'],
    },
    'nothing beside the holes': {
      at: inRule('when origin.person.isPep then alert HIGH "a {origin.name} |'),
      exactly: [],
    },
    'steps of a test': {
      at: 'rule a { on transaction when true test "t" { |',
      exactly: ['given', 'when', 'vary', 'expect'],
    },
    expectations: {
      at: 'rule a { on transaction when true test "t" { expect |',
      offers: ['hit', 'no hit', 'unknown', 'score', 'decision', 'alert'],
      refuses: ['given', 'suggest'],
    },
    decisions: {
      at: 'rule a { on transaction when true test "t" { expect decision |',
      exactly: ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'],
    },
    'keys of a fixture': {
      at: 'rule a { on transaction when true test "t" { when transaction { |',
      offers: ['amount', 'status', 'from', 'to'],
      refuses: ['origin.name', 'when'],
    },
    'values of a fixture': {
      at: 'rule a { on transaction when true test "t" { when transaction { status: |',
      offers: ['"CREATED"'],
    },
    'rules a test is for': {
      at: 'rule a { on transaction when true }\nrule b { on transaction when true }\ntest "t" for a, |',
      exactly: ['b'],
    },
  });
});
