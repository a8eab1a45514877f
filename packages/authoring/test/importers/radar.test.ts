import { importRadar } from '../../src/importers/index.js';

const checkCondition = (radar: string, condition: string): void => {
  const { rules, refused } = importRadar(`Block if ${radar}`);
  expect({ radar, refused }).toEqual({ radar, refused: [] });
  const [, written = ''] = /\n {2}when ([^]*?)\n\n {2}then suggest BLOCK/.exec(rules[0]?.source ?? '') ?? [];
  expect(written.replace(/\s+/g, ' ')).toBe(condition);
};

describe('rules of Stripe Radar', () => {
  it('become rules of this language', () => {
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

  it('may use every comparison, group and attribute of the subset', () => {
    checkCondition(":card_country: IN ('US', 'CA')", 'instrument.issuerCountry in ["US", "CA"]');
    checkCondition('NOT (:amount_in_eur: <= 10.5)', 'not transaction.amount <= 10.50 EUR');
    checkCondition(':email_domain: in @bad_domains', 'emailDomain(origin.person.email) in list "bad_domains"');
    checkCondition(":email: LIKE '%@x.com'", 'origin.person.email ends with "@x.com"');
    checkCondition(
      ":email: LIKE 'a%' OR :email: LIKE '%b%'",
      'origin.person.email starts with "a" or origin.person.email contains "b"',
    );
    checkCondition(":charge_description: INCLUDES 'gift'", 'transaction.description contains "gift"');
    checkCondition(":currency: = 'usd'", 'transaction.currency = "USD"');
    checkCondition('is_missing(:ip_country:)', 'ipCountry(transaction.deviceDetails.ipAddress) is missing');
    checkCondition(
      ':is_disposable_email: and ::orders:: < 3',
      'isDisposableEmail(origin.person.email) and transaction.metadata.orders < 3',
    );
    checkCondition("::customer:Trust Level:: = 'low'", 'origin.attributes["Trust Level"] = "low"');
    checkCondition(
      ":card_brand: = 'visa' or :card_brand: = 'amex' and :card_bin: != '424242'",
      'instrument.brand = "visa" or (instrument.brand = "amex" and instrument.bin != "424242")',
    );
  });

  it('are refused by name where there is no equal, with the place', () => {
    const refused: readonly (readonly [source: string, at: string, named: string])[] = [
      ['Allow if :card_bin: = "1"', 'line 1, character 1', '`Allow`'],
      ['Request 3D Secure if :card_bin: = "1"', 'line 1, character 1', '`Request 3D Secure`'],
      ['\nBlock if :risk_score: > 65', 'line 2, character 10', 'the attribute `:risk_score:`'],
      [
        'Block if\n  :total_charges_per_card_number_hourly: > 3',
        'line 2, character 3',
        '`:total_charges_per_card_number_hourly:`',
      ],
      ["Block if :card_funding: = 'gold'", 'line 1, character 1', 'E0305'],
      ["Block if :email: LIKE 'a%b'", 'line 1, character 23', 'the pattern `a%b`'],
      ['Block if :amount_in_usd: > "100"', 'line 1, character 28', 'where a number is needed'],
      ['Block if ::shipping:country:: = "US"', 'line 1, character 10', 'metadata of the payment or customer only'],
      ['Block if :card_bin:', 'line 1, character 20', 'a comparison is needed'],
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
