import { importRadar, type ImportOptions } from '../../src/importers/index.js';
import { runRuleTests } from '../../src/rule-tests/index.js';
import { outcomesOfPayments, type Facts } from './outcomes-of.js';

const checkCondition = (radar: string, condition: string, options?: ImportOptions): void => {
  const { rules, refused } = importRadar(`Block if ${radar}`, options);
  expect({ radar, refused }).toEqual({ radar, refused: [] });
  const [, written = ''] = /\n {2}when ([^]*?)\n\n {2}then suggest BLOCK/.exec(rules[0]?.source ?? '') ?? [];
  expect(written.replace(/\s+/g, ' ')).toBe(condition);
};

/** Returns the outcome of a rule for a payment in a world that the steps of a rule test describe. */
function outcomeIn(radar: string, steps: string): string {
  const { rules, refused } = importRadar(`Block if ${radar}`);
  expect({ radar, refused }).toEqual({ radar, refused: [] });
  const source = rules[0]?.source ?? '';
  const outcomes = ['hit', 'no hit', 'unknown'].filter((outcome) => {
    const tested = source.replace(/\}\n$/, `  test "of the importer" {\n${steps}\n    expect ${outcome}\n  }\n}\n`);
    const { diagnostics, passed } = runRuleTests(`language 1\n\n${tested}`);
    expect(diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'E0704')).toEqual([]);
    return passed === 1;
  });
  return outcomes.join(' and ');
}

const outcomesOn = (radar: string, ...payments: readonly Facts[]): readonly string[] =>
  outcomesOfPayments(importRadar(`Block if ${radar}`).rules, payments).flat();

describe('Stripe Radar rules', () => {
  it('are converted to rules of this language', () => {
    const source = `# Cards from abroad
Block if :card_country: != 'US' and :amount_in_usd: > 100

Review if
  :card_funding: = 'prepaid'
`;
    expect(importRadar(source)).toEqual({
      refused: [],
      rules: [
        {
          key: 'radar_line_2',
          source: `// Block if :card_country: != 'US' and :amount_in_usd: > 100
rule radar_line_2 {
  on transaction

  when instrument.issuerCountry != "US"
   and transaction.amount > 100 USD

  then suggest BLOCK
}
`,
        },
        {
          key: 'radar_line_4',
          source: `// Review if :card_funding: = 'prepaid'
rule radar_line_4 {
  on transaction

  when instrument.funding = "prepaid"

  then suggest FLAG
}
`,
        },
      ],
    });
  });

  it('support every comparison, group and attribute of the subset', () => {
    checkCondition(":card_country: IN ('us', 'CA')", 'instrument.issuerCountry in ["US", "CA"]');
    checkCondition('NOT (:amount_in_eur: <= 10.5)', 'not transaction.amount <= 10.50 EUR');
    checkCondition(':email_domain: in @bad_domains', 'emailDomain(origin.person.email) in list "bad_domains"');
    checkCondition(":email: LIKE '%@X.com'", 'lower(origin.person.email) ends with "@x.com"');
    checkCondition("::code:: LIKE 'A_%.b%c'", 'transaction.metadata.code matches "(?s)^A_.*\\\\.b.*c$"');
    checkCondition(
      ":email: LIKE 'a%' OR :email: LIKE '%b%'",
      'lower(origin.person.email) starts with "a" or lower(origin.person.email) contains "b"',
    );
    checkCondition(":charge_description: INCLUDES 'gift'", 'lower(transaction.description) contains "gift"');
    checkCondition(":currency: = 'usd'", 'transaction.currency = "USD"');
    checkCondition('is_missing(:ip_country:)', 'ipCountry(transaction.deviceDetails.ipAddress) is missing');
    checkCondition(
      ':is_disposable_email: and ::orders:: < 3',
      'isDisposableEmail(origin.person.email) and number(transaction.metadata.orders) < 3',
    );
    checkCondition("::customer:Trust Level:: = 'low'", 'origin.attributes["Trust Level"] = "low"');
    checkCondition(
      ":card_brand: = 'visa' || :card_brand: = 'MC' && ! :card_bin: = '424242'",
      'instrument.brand = "visa" or (instrument.brand = "mastercard" and not instrument.bin = "424242")',
    );
    checkCondition('::destination:tier:: IN (1, 2)', 'number(destination.attributes.tier) in [1, 2]');
    checkCondition(
      ':card_country: != :ip_country: and ::a:: = ::b::',
      'instrument.issuerCountry != ipCountry(transaction.deviceDetails.ipAddress) and transaction.metadata.a = transaction.metadata.b',
    );
    checkCondition(
      ':amount_in_usd: > :average_usd_amount_successful_on_card_all_time:',
      'transaction.amount > avg(amount as USD of prior transactions per instrument.fingerprint in all time where status in ["SUCCESSFUL", "REFUNDED"])',
    );
    checkCondition(
      ':amount_in_eur: > ::limit::',
      'amountOf(transaction.amount as EUR) > number(transaction.metadata.limit)',
    );
    checkCondition(':minutes_since_card_first_seen: < 30', 'now - firstSeen(instrument.fingerprint, "card") < 30m');
    checkCondition(':hours_since_customer_was_created: < 1.5', 'origin.accountAge / 1h < 1.5');
  });

  it('can read configured fields for attributes without an equivalent', () => {
    const fields = {
      risk_score: 'transaction.metadata.radar.score',
      cvc_check: 'transaction.metadata.cvc',
      is_3d_secure: 'transaction.metadata.secure',
      billing_address_country: 'origin.countryCode',
      '::orders::': 'origin.attributes.orders',
      email: 'transaction.transactedAt',
    };
    const options = { fields };
    checkCondition(':risk_score: > 65', 'transaction.metadata.radar.score > 65', options);
    checkCondition(":cvc_check: = 'Fail'", 'lower(transaction.metadata.cvc) = "fail"', options);
    checkCondition('NOT :is_3d_secure:', 'not transaction.metadata.secure = true', options);
    checkCondition(":billing_address_country: != 'us'", 'origin.countryCode != "US"', options);
    checkCondition('::orders:: < 3', 'origin.attributes.orders < 3', options);
    expect(importRadar("Block if :email: = 'x'", options).refused).toEqual([
      { at: 'line 1, character 10', reason: expect.stringContaining('`transaction.transactedAt` is') },
    ]);
  });

  it('treat case and accents as Radar does, and read numbers from text metadata', () => {
    const of = (email: string): Facts => ({ originEntity: { entityData: { person: { email } } } });
    expect(outcomesOn(":email: = 'JOSE@x.com'", of('jose@X.com'), of('jos\u00e9@x.com'), {})).toEqual([
      'hit',
      'no hit',
      'unknown',
    ]);
    expect(outcomesOn(":email: INCLUDES 'JOS'", of('jose@X.com'), of('j\u00f3se@x.com'))).toEqual(['hit', 'no hit']);
    const tier = (value: unknown): Facts => ({ metadata: { tier: value } });
    expect(outcomesOn("::tier:: = 'Gold'", tier('Gold'), tier('gold'))).toEqual(['hit', 'no hit']);
    expect(outcomesOn('::tier:: < 3', tier('2'), tier('12'), tier('x'), {})).toEqual([
      'hit',
      'no hit',
      'unknown',
      'unknown',
    ]);
    expect(outcomesOn("::tier:: IN ('10.0.0.0/8')", tier('10.0.0.0/8'), tier('10.1.2.3'))).toEqual(['hit', 'no hit']);
    expect(
      outcomesOn(":card_brand: = 'mc'", { instrument: { brand: 'mastercard' } }, { instrument: { brand: 'mc' } }),
    ).toEqual(['hit', 'no hit']);
    expect(outcomesOn("NOT (::a:: = '1')", { metadata: {} }, { metadata: { a: '2' } })).toEqual(['unknown', 'hit']);
    expect(
      outcomesOn("::code:: LIKE 'a%.b'", ...['a.b', 'a\nx.b', 'axb', 'A.b'].map((code) => ({ metadata: { code } }))),
    ).toEqual(['hit', 'hit', 'no hit', 'no hit']);
  });

  it('count earlier payments by card, customer, email and address, excluding the current one', () => {
    const card = 'given instrument { fingerprint: "f-1", holderName: "Ana" }';
    const two = (more: string): string =>
      `given 2 transactions every 10m ending 5m ago { from: origin, amount: 10 USD${more} }`;
    const when = (more: string): string => `when transaction { from: origin, amount: 50 USD${more} }`;
    const address = ', deviceDetails.ipAddress: "203.0.113.7"';
    expect(outcomeIn(':total_charges_per_customer_hourly: = 2', `${two('')}\n${when('')}`)).toBe('hit');
    expect(outcomeIn(':total_charges_per_customer_hourly: = 0', when(''))).toBe('hit');
    expect(outcomeIn(':total_charges_per_ip_address_daily: > 1', `${two(address)}\n${when(address)}`)).toBe('hit');
    expect(outcomeIn(':total_charges_per_ip_address_daily: > 1', `${two(address)}\n${when('')}`)).toBe('unknown');
    const email = 'given origin { person.email: "ana@x.com" }';
    expect(outcomeIn(':total_charges_per_email_weekly: >= 2', `${email}\n${two('')}\n${when('')}`)).toBe('hit');
    const declined = two(', status: "DECLINED"');
    const blocked = two(', status: "DECLINED", decision: "REJECT"');
    const authorized = two(', status: "SUCCESSFUL"');
    expect(outcomeIn(':declined_charges_per_customer_all_time: = 2', `${declined}\n${blocked}\n${when('')}`)).toBe(
      'hit',
    );
    expect(outcomeIn(':blocked_charges_per_customer_all_time: = 2', `${declined}\n${blocked}\n${when('')}`)).toBe(
      'hit',
    );
    expect(outcomeIn(':authorized_charges_per_customer_all_time: = 2', `${authorized}\n${declined}\n${when('')}`)).toBe(
      'hit',
    );
    expect(
      outcomeIn(':amount_in_usd: > :average_usd_amount_attempted_on_customer_all_time:', `${authorized}\n${when('')}`),
    ).toBe('hit');
    expect(outcomeIn(':amount_in_usd: > :average_usd_amount_attempted_on_customer_all_time:', when(''))).toBe(
      'unknown',
    );
    expect(
      outcomeIn(':total_usd_amount_failed_on_customer_all_time: = 20', `${authorized}\n${declined}\n${when('')}`),
    ).toBe('hit');
    expect(outcomeIn(':is_new_card_on_customer:', `${card}\n${when('')}`)).toBe('hit');
    expect(outcomeIn(':card_count_for_customer_all_time: <= 25', when(''))).toBe('hit');
  });

  it('become keys of the result when there is no equivalent action', () => {
    const source =
      "Allow if :card_country: = 'US'\nRequest 3DS if :card_country: = 'BR'\nrequest credentials if :card_bin: = '1'";
    const { rules, refused } = importRadar(source);
    expect(refused).toEqual([]);
    expect(rules.map((rule) => /then key "(\w+)"/.exec(rule.source)?.[1])).toEqual([
      'radar_allow',
      'radar_request_3ds',
      'radar_request_credentials',
    ]);
    expect(rules[0]?.source).toContain('// Note: Radar skips block and review rules where this one matches');
  });

  it('are rejected when nested or repeated beyond what a rule can hold', () => {
    for (const [head, tail] of [
      ['(', ')'],
      ['NOT (', ')'],
      ['!', ''],
    ] as const) {
      const source = `Block if ${head.repeat(100_000)}:card_bin: = '1'${tail.repeat(100_000)}`;
      expect(importRadar(source).refused).toEqual([
        { at: expect.stringMatching(/^line 1, /), reason: 'it is nested more than 32 levels deep' },
      ]);
    }
    const wide = `Block if ${Array.from({ length: 20_000 }, () => ":card_bin: = '1'").join(' or ')}`;
    expect(importRadar(wide).refused).toEqual([
      { at: expect.stringMatching(/^line 1, /), reason: 'a rule can have up to 100 comparisons' },
    ]);
  });

  it('are rejected by name with the position where there is no equivalent', () => {
    const refused: readonly (readonly [source: string, at: string, named: string])[] = [
      ['Allow when :card_bin: = "1"', 'line 1, character 1', '`Allow`'],
      ['\nBlock if :risk_score: > 65', 'line 2, character 10', 'the attribute `:risk_score:`'],
      [
        'Block if\n  :total_charges_per_billing_address_hourly: > 3',
        'line 2, character 3',
        '`:total_charges_per_billing_address_hourly:`',
      ],
      ["Block if :card_funding: = 'gold'", 'line 1, character 1', 'E0305'],
      ["Block if :email: LIKE '%%'", 'line 1, character 18', 'the pattern `%%`'],
      ["Block if :card_brand: = 'elo'", 'line 1, character 25', 'the card brand `elo`'],
      [
        'Block if :card_brand: IN @brands',
        'line 1, character 26',
        'a list next to an attribute that has other values in rules',
      ],
      ["Block if :ip_address: IN ('10.0.0.0/8')", 'line 1, character 26', 'a block of addresses'],
      [
        "Block if :ip_address: INCLUDES '10.'",
        'line 1, character 23',
        'INCLUDES on an attribute that is not free text',
      ],
      ["Block if ::a:: IN ('x', 1)", 'line 1, character 19', 'a list of texts and numbers'],
      ["Block if ::a:: < 'x'", 'line 1, character 18', '`<` with a text'],
      ['Block if :card_country: = :email:', 'line 1, character 27', 'never equal'],
      ["Block if ::cafe\u0301:: = 'x'", 'line 1, character 1', 'not in NFC'],
      ['Block if :refund_count_on_card_weekly: > 1', 'line 1, character 10', '`:refund_count_on_card_weekly:`'],
      ['Block if :amount_in_usd: > "100"', 'line 1, character 28', 'where a number is needed'],
      [
        'Block if ::shipping:country:: = "US"',
        'line 1, character 10',
        'only metadata of the payment, customer or destination is supported',
      ],
      [
        'Block if :card_bin:',
        'line 1, character 20',
        'a comparison is expected here: =, !=, <, <=, >, >=, IN, INCLUDES or LIKE',
      ],
      ['Block if (:card_bin: = "1"', 'line 1, character 27', '`)` is needed'],
      ['Block if :card_bin: = "1" ; drop', 'line 1, character 27', '`;`'],
      ['Block if', 'line 1, character 9', 'ends too early'],
      ['Whenever :card_bin: = "1"', 'line 1, character 1', '`Whenever`'],
    ];
    for (const [source, at, named] of refused) {
      const imported = importRadar(`${source}\nReview if :card_bin: = '424242'`);
      expect({ source, refused: imported.refused }).toEqual({
        source,
        refused: [{ at, reason: expect.stringContaining(named) }],
      });
      expect(imported.rules).toHaveLength(1);
    }
  });
});
