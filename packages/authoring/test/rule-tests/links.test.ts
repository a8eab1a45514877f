import { gotOf, runSource } from './support/run-source.js';

interface Case {
  readonly shows: string;
  readonly when: string;
  readonly given: string;
  readonly event: string;
}

const cases: readonly Case[] = [
  {
    shows: 'the instrument of the transaction can be named',
    when: 'count(transactions per instrument.bin in last 1d) = 2',
    given: 'given instrument { bin: "424242" } given 1 transactions every 1h { instrument: instrument }',
    event: 'transaction { instrument: instrument }',
  },
  {
    shows: 'a transaction can leave out the instrument',
    when: 'instrument.bin is missing',
    given: 'given instrument { bin: "424242" }',
    event: 'transaction { instrument: missing }',
  },
  {
    shows: 'instruments of other names are told apart',
    when: 'count(distinct instrument of transactions from origin in last 1d) = 2',
    given: `given wallet { } given other { }
      given 2 transactions every 1h { instrument: wallet }
      given 1 transactions every 2h { instrument: other }`,
    event: 'transaction { instrument: wallet }',
  },
  {
    shows: 'the other end of a relationship is the related entity',
    when: `exists(relationships to company where strength >= 0.25 and related.isPep)
      and exists(relationships from company where related.countryCode = "KP")`,
    given: `given owner { isPep: true } given shop { countryCode: "KP" }
      given relationships [{ from: owner, to: company, strength: 0.25 }, { to: shop }]`,
    event: 'company { }',
  },
];

it.each(cases)('$shows', ({ when, given, event }) => {
  const target = event.split(' ')[0] ?? '';
  const test = `test "t" {\n${given}\nwhen ${event}\nexpect hit\n}`;
  expect(gotOf(runSource(`language 1\nrule r {\non ${target}\nwhen ${when}\n${test}\n}\n`))).toEqual(['passed']);
});
