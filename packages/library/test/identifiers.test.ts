import fc from 'fast-check';
import { call, causeOf } from './call.js';

const country = { types: [undefined, { kind: 'country' }] } as const;

describe('a phone number', () => {
  it.each([
    ['+55 11 99876-5432', 'BR'],
    ['+54 9 11 2345-6789', 'AR'],
    ['+56 9 6123 4567', 'CL'],
    ['+57 321 1234567', 'CO'],
    ['+52 55 1234 5678', 'MX'],
    ['+1 201 555 0123', 'US'],
  ])('%s belongs to %s', (text, code) => {
    expect(call('phoneCountry', [text])).toBe(code);
    expect(call('isValidPhone', [text])).toBe(true);
    expect(call('isValidPhone', [text, code], country)).toBe(true);
    expect(call('isValidPhone', [text, code === 'BR' ? 'AR' : 'BR'], country)).toBe(false);
  });

  it('that belongs to no country has an unknown country', () => {
    expect(causeOf(call('phoneCountry', ['+800 1234 5678']))).toBe('not_in_data');
  });

  it.each(['', 'call +55 11 99876-5432', '11 99876-5432', '+', '+55'])('rejects %j', (text) => {
    expect(causeOf(call('phoneCountry', [text]))).toBe('type');
    expect(call('isValidPhone', [text])).toBe(false);
  });

  it('of an unknown country is not valid', () => {
    expect(call('isValidPhone', ['11 99876-5432', 'ZZ'], country)).toBe(false);
  });
});

describe('an IBAN', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', 'DE'],
    ['br1500000000000010932840814p2', 'BR'],
    ['GB29NWBK60161331926819', 'GB'],
  ])('%s belongs to %s', (text, code) => {
    expect(call('isValidIban', [text])).toBe(true);
    expect(call('ibanCountry', [text])).toBe(code);
  });

  it('with wrong check digits still has a country', () => {
    expect(call('isValidIban', ['DE88370400440532013000'])).toBe(false);
    expect(call('ibanCountry', ['DE88370400440532013000'])).toBe('DE');
  });

  it.each(['', 'ZZ89370400440532013000', 'DE8937040044053201300', 'DE89 3704 0044 0532 0130 0A'])(
    'rejects %j',
    (text) => {
      expect(call('isValidIban', [text])).toBe(false);
      expect(causeOf(call('ibanCountry', [text]))).toBe('type');
    },
  );
});

it('luhn accepts exactly one completing digit and detects every single wrong digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{8,18}$/), fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, at, more) => {
      const complete = '0123456789'
        .split('')
        .map((last) => digits + last)
        .filter((text) => call('luhn', [text]) === true);
      expect(complete).toHaveLength(1);
      const [right = ''] = complete;
      const place = at % right.length;
      const wrong = `${right.slice(0, place)}${(Number(right[place]) + more) % 10}${right.slice(place + 1)}`;
      expect(call('luhn', [wrong])).toBe(false);
    }),
  );
});

describe('a tax number', () => {
  it('of an unsupported country is neither valid nor invalid', () => {
    expect(causeOf(call('isValidTaxId', ['1', 'FR'], country))).toBe('source_unavailable');
    expect(causeOf(call('taxIdType', ['1', 'FR'], country))).toBe('not_in_data');
  });

  it('has a type exactly when it is valid', () => {
    const known = fc.constantFrom(
      '390.533.447-05',
      '20-05536168-2',
      '76086428-5',
      '900544472-2',
      'MAB9307148T4',
      '900-70-0000',
    );
    fc.assert(
      fc.property(
        fc.oneof(known, fc.stringMatching(/^\d{8,14}$/)),
        fc.constantFrom('AR', 'BR', 'CL', 'CO', 'MX', 'US'),
        (text, code) => {
          const type = call('taxIdType', [text, code], country);
          expect(call('isValidTaxId', [text, code], country)).toBe(typeof type === 'string');
        },
      ),
    );
  });
});

it.each([
  ['39053344705', 'cpf'],
  ['16.727.230/0001-97', 'cnpj'],
  ['ana@example.com', 'email'],
  ['+5511998765432', 'phone'],
  ['123E4567-E89B-42D3-A456-426614174000', 'random'],
])('the Pix key %s is of type %s', (text, type) => {
  expect(call('pixKeyType', [text])).toBe(type);
});

it.each(['39053344700', '5511998765432', '', 'ana'])('%j is rejected as a Pix key', (text) => {
  expect(causeOf(call('pixKeyType', [text]))).toBe('not_in_data');
});

it.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin'],
  ['0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', 'ethereum'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'tron'],
  ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'litecoin'],
  ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'ripple'],
  ['GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', 'stellar'],
  ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'solana'],
])('recognizes %s as a wallet of %s', (text, network) => {
  expect(call('walletNetwork', [text])).toBe(network);
});
