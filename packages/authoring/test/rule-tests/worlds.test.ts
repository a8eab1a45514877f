import { gotOf, runSource } from './support/run-source.js';

/** A rule with one test; `when` is its condition. */
interface Case {
  readonly shows: string;
  readonly on?: string;
  readonly before?: string;
  readonly when: string;
  readonly steps: string;
}

function check({ on = 'transaction', before = '', when, steps }: Case): void {
  const source = `language 1\n${before}\nrule r {\n  on ${on}\n  when ${when}\n\n  test "t" {\n${steps}\n  }\n}\n`;
  expect(gotOf(runSource(source))).toEqual(['passed']);
}

const tx = (steps: string, event = '{ }'): string => `${steps}\n    when transaction ${event}\n    expect hit`;

describe('defaults of a test', () => {
  const cases: readonly Case[] = [
    { shows: 'it is noon of 15 January 2026, UTC', when: 'now = 2026-01-15T12:00:00Z', steps: tx('') },
    {
      shows: 'a transaction is new',
      when: 'transaction.status = "CREATED" and transaction.reason = "WITHOUT_REASON"',
      steps: tx(''),
    },
    { shows: 'a transaction happens now', when: 'transaction.transactedAt = now', steps: tx('') },
    { shows: 'a transaction has no amount', when: 'transaction.amount is missing', steps: tx('') },
    {
      shows: 'origin and destination are persons with names',
      when: 'origin.type = "person" and destination.name = "Destination" and origin != destination',
      steps: tx(''),
    },
    {
      shows: 'every other field of an entity is missing',
      when: 'origin.countryCode is missing and origin.riskScore is missing',
      steps: tx(''),
    },
    { shows: 'there is no history', when: 'count(transactions from origin in all time) = 1', steps: tx('') },
    {
      shows: 'a company is a company',
      on: 'company',
      when: 'entity.type = "company" and entity.name = "Entity"',
      steps: '    when company { }\n    expect hit',
    },
    {
      shows: 'parameters have their defaults',
      before: 'param limit = 5 USD',
      when: 'transaction.amount >= limit',
      steps: tx('', '{ amount: 5 USD }'),
    },
    {
      shows: 'lists exist and are empty',
      before: 'list blocked = "b"',
      when: 'not origin.taxId in blocked',
      steps: tx('    given origin { taxId: "1" }'),
    },
    {
      shows: 'lists of a type exist and are empty',
      when: 'not origin.taxId in lists of type "document_blocklist"',
      steps: tx('    given origin { taxId: "1" }'),
    },
    {
      shows: 'there is no rate',
      when: 'transaction.amount > 1 USD',
      steps: '    when transaction { amount: 100 BRL }\n    expect unknown because transaction.amount',
    },
    {
      shows: 'reference functions are unknown',
      when: 'ipCountry(transaction.deviceDetails.ipAddress) = "BR"',
      steps: '    when transaction { deviceDetails: { ipAddress: "203.0.113.7" } }\n    expect unknown',
    },
  ];
  test.each(cases)('$shows', check);
});

describe('given step', () => {
  const cases: readonly Case[] = [
    { shows: 'sets the time', when: 'now = 2026-03-01T08:00:00Z', steps: tx('    given now 2026-03-01T08:00:00Z') },
    { shows: 'of a day sets its start', when: 'now = 2026-03-01T00:00:00Z', steps: tx('    given now 2026-03-01') },
    {
      shows: 'of the time beats the time of the event',
      when: 'now = 2026-03-01T08:00:00Z',
      steps: tx('    given now 2026-03-01T08:00:00Z', '{ transactedAt: 2026-02-01T00:00:00Z }'),
    },
    {
      shows: 'describes the sender',
      when: 'origin.countryCode = "BR" and origin.person.email = "a@b.com"',
      steps: tx('    given origin { countryCode: "BR", person.email: "a@b.com" }'),
    },
    {
      shows: 'merges over an earlier one',
      when: 'origin.countryCode = "AR" and origin.riskScore = 5',
      steps: tx('    given origin { countryCode: "BR", riskScore: 5 }\n    given origin { countryCode: "AR" }'),
    },
    {
      shows: 'merges objects deep',
      when: 'origin.person.city = "Lima" and origin.person.country = "PE"',
      steps: tx('    given origin { person: { city: "Lima" } }\n    given origin { person: { country: "PE" } }'),
    },
    {
      shows: 'of missing removes a default',
      when: 'origin.name is missing',
      steps: tx('    given origin { name: missing }'),
    },
    {
      shows: 'of a derived flag replaces its derivation',
      when: 'origin.isPep',
      steps: tx('    given origin { isPep: true }'),
    },
    {
      shows: 'of a derived age replaces its derivation',
      when: 'origin.ageYears = 30',
      steps: tx('    given origin { ageYears: 30 }'),
    },
    {
      shows: 'of a derived duration replaces its derivation',
      when: 'origin.accountAge < 2d',
      steps: tx('    given origin { accountAge: 1d }'),
    },
    {
      shows: 'of an enrichment reaches its mapped values',
      when: 'origin.enrichment["screening"].hits > 0',
      steps: tx('    given origin { enrichment["screening"]: { hits: 2 } }'),
    },
    {
      shows: 'of an ownership reaches what is derived of it',
      when: 'origin.ownership.sanctionedPercent >= 50 and exists(origin.ownership.beneficialOwners where certain)',
      steps: tx(
        '    given origin { ownership: { sanctionedPercent: 60, sanctionedPercentMost: 60, beneficialOwners: [{ certain: true }] } }',
      ),
    },
    {
      shows: 'of a new name makes an entity that can be linked',
      when: 'destination.countryCode = "UY"',
      steps: tx('    given shop { countryCode: "UY" }', '{ to: shop }'),
    },
    {
      shows: 'of the instrument links it',
      when: 'instrument.issuerCountry = "US"',
      steps: tx('    given instrument { issuerCountry: "US" }'),
    },
    {
      shows: 'of a list by values',
      before: 'list blocked = "b" of type "company_blocklist"',
      when: 'origin.taxId in blocked',
      steps: tx('    given list blocked has ["12345678000199"]\n    given origin { taxId: "12.345.678/0001-99" }'),
    },
    {
      shows: 'of a list by an item',
      before: 'list blocked = "b"',
      when: 'lookup(blocked, origin.taxId).riskScore >= 80',
      steps: tx('    given list blocked has { primaryValue: "7", riskScore: 90 }\n    given origin { taxId: "7" }'),
    },
    {
      shows: 'of a list by items',
      before: 'list blocked = "b"',
      when: 'origin.taxId in blocked and destination.taxId in blocked',
      steps: tx(
        '    given list blocked has [{ primaryValue: "7" }, { primaryValue: "8" }]\n    given origin { taxId: "7" }\n    given destination { taxId: "8" }',
      ),
    },
    {
      shows: 'of a list reaches the lists of its type',
      before: 'list docs = "d" of type "document_blocklist"',
      when: 'origin.taxId in lists of type "document_blocklist" and count(transactions from origin in last 1d where origin.taxId in docs) = 1',
      steps: tx('    given list docs has ["7"]\n    given origin { taxId: "7" }'),
    },
    {
      shows: 'of a rate holds at all times, both ways',
      when: 'transaction.amount >= 10 USD and sum(amount as BRL of transactions from origin in last 2d) = 108 BRL',
      steps: tx(
        '    given rate 1 USD = 5.40 BRL\n    given 1 transactions every 1d { amount: 10 USD }',
        '{ amount: 54 BRL }',
      ),
    },
    {
      shows: 'of a rate for more than one unit',
      when: 'transaction.amount as USD = 2 USD',
      steps: tx('    given rate 100 USD = 5000 ARS', '{ amount: 100 ARS }'),
    },
    {
      shows: 'of a later rate replaces an earlier one',
      when: 'transaction.amount as USD = 1 USD',
      steps: tx('    given rate 1 USD = 5 BRL\n    given rate 1 USD = 10 BRL', '{ amount: 10 BRL }'),
    },
    {
      shows: 'of records with their times',
      when: 'count(prior transactions from origin in last 30m) = 2 and count(prior transactions from origin in last 1h) = 3',
      steps: tx('    given 3 transactions every 20m ending 5m ago { from: origin }'),
    },
    {
      shows: 'of records ends one step ago unless it says otherwise',
      when: 'count(prior transactions from origin in last 10m) = 0 and count(prior transactions from origin in last 11m) = 1',
      steps: tx('    given 2 transactions every 10m { }'),
    },
    {
      shows: 'of records in calendar steps',
      when: 'count(prior transactions from origin in last 2mo) = 1 and count(prior transactions from origin in last 3mo) = 2',
      steps: tx('    given 3 transactions every 1mo { }'),
    },
    {
      shows: 'of records links new entities',
      when: 'count(distinct destination of transactions from origin in last 1d) = 3',
      steps: tx(
        '    given shop { }\n    given cafe { }\n    given 1 transactions every 1h { to: shop }\n    given 1 transactions every 2h { to: cafe }',
      ),
    },
    {
      shows: 'of records carries the entities as they are',
      when: 'count(prior transactions from origin in last 1d where destination.countryCode = "UY") = 1',
      steps: tx('    given destination { countryCode: "UY" }\n    given 1 transactions every 1h { amount: 1 USD }'),
    },
    {
      shows: 'of records of another sender is not ours',
      when: 'count(transactions from origin in last 1d) = 1',
      steps: tx('    given other { }\n    given 3 transactions every 1h { from: other }'),
    },
    {
      shows: 'of user events',
      on: 'userEvent',
      when: 'count(userEvents from entity in last 1h where eventType = "LOGIN_FAILED") >= 3',
      steps:
        '    given 2 userEvents every 5m { eventType: "LOGIN_FAILED" }\n    when userEvent { eventType: "LOGIN_FAILED" }\n    expect hit',
    },
    {
      shows: 'of relationships',
      on: 'company',
      when: 'exists(relationships from company where role = "shareholder" and strength >= 0.25 and related.isPep)',
      steps:
        '    given relationships [{ role: "shareholder", strength: 0.25, related: { isPep: true } }]\n    when company { }\n    expect hit',
    },
    {
      shows: 'of a function by its argument',
      when: 'ipCountry(transaction.deviceDetails.ipAddress) = "BR"',
      steps: tx('    given ipCountry { "203.0.113.7": "BR" }', '{ deviceDetails: { ipAddress: "203.0.113.7" } }'),
    },
    {
      shows: 'of the flags of an address makes the others false',
      when: 'ipFlag(transaction.deviceDetails.ipAddress, "tor") and not ipFlag(transaction.deviceDetails.ipAddress, "vpn")',
      steps: tx('    given ipFlag { "203.0.113.7": ["tor"] }', '{ deviceDetails: { ipAddress: "203.0.113.7" } }'),
    },
    {
      shows: 'of holidays by country',
      when: 'isHoliday(now, "BR") and not isHoliday(now + 1d, "BR") and not isBusinessDay(now, "BR")',
      steps: tx('    given isHoliday { "BR": [2026-01-15] }'),
    },
    {
      shows: 'of accounts as an ordinary member',
      when: 'transaction.transactedAt is outside operational hours of origin',
      steps: tx(
        '    given origin { operationalHours: { timezone: "UTC", weekly: [{ day: "thursday", open: "13:00", close: "18:00" }] } }',
      ),
    },
  ];
  test.each(cases)('$shows', check);
});

describe('event of a test', () => {
  const cases: readonly Case[] = [
    {
      shows: 'may set the time of a transaction, which is then now',
      when: 'now = 2026-02-01T00:00:00Z',
      steps: tx('', '{ transactedAt: 2026-02-01T00:00:00Z }'),
    },
    {
      shows: 'sets a field of the person',
      on: 'person',
      when: 'person.dateOfBirth = 1990-01-01',
      steps: '    when person { dateOfBirth: 1990-01-01 }\n    expect hit',
    },
    {
      shows: 'sets a field that person and entity both have twice',
      on: 'person',
      when: 'person.nationality = "IR" and entity.nationality = "IR"',
      steps: '    when person { nationality: "IR" }\n    expect hit',
    },
    {
      shows: 'sets a field of the entity',
      on: 'person',
      when: 'entity.riskScore = 7',
      steps: '    when person { riskScore: 7 }\n    expect hit',
    },
    {
      shows: 'takes constants and arithmetic',
      before: 'const base = 10 USD',
      when: 'transaction.amount = 25 USD',
      steps: tx('', '{ amount: 2 * base + 5 USD }'),
    },
    {
      shows: 'takes times relative to now',
      when: 'origin.registrationDate = now - 3d',
      steps: tx('    given origin { registrationDate: now - 3d }'),
    },
    {
      shows: 'takes metadata as it is written',
      when: 'transaction.metadata.tier = "gold" and transaction.metadata["KYC level"] = 2',
      steps: tx('', '{ metadata: { tier: "gold", "KYC level": 2 } }'),
    },
    { shows: 'may have no sender', when: 'origin is missing', steps: tx('', '{ from: missing }') },
  ];
  test.each(cases)('$shows', check);
});

describe('vary block', () => {
  const cases: readonly Case[] = [
    {
      shows: 'runs once for each value',
      when: 'transaction.amount >= 10 USD',
      steps:
        '    when transaction { }\n    vary transaction.amount {\n      9.99 USD: no hit,\n      10 USD: hit,\n      missing: unknown because transaction.amount,\n    }',
    },
    {
      shows: 'may set a field of a linked entity',
      when: 'origin.countryCode in ["BR"]',
      steps: '    when transaction { }\n    vary origin.countryCode {\n      "BR": hit,\n      "AR": no hit,\n    }',
    },
    {
      shows: 'may set a derived field',
      when: 'origin.isPep',
      steps:
        '    when transaction { }\n    vary origin.isPep {\n      true: hit,\n      false: no hit,\n      missing: unknown,\n    }',
    },
    {
      shows: 'moves now with the time of the event',
      when: 'transaction.transactedAt = now and hour(now) >= 22',
      steps:
        '    when transaction { }\n    vary transaction.transactedAt {\n      2026-01-15T21:59:59Z: no hit,\n      2026-01-15T22:00:00Z: hit,\n    }',
    },
    {
      shows: 'may set a field of the person',
      on: 'person',
      when: 'person.country = "BR"',
      steps: '    when person { }\n    vary person.country {\n      "BR": hit,\n      "AR": no hit,\n    }',
    },
  ];
  test.each(cases)('$shows', check);
});
