import { maskAccountNumbers } from './index.js';

describe('account numbers in JSON text', () => {
  it.each([
    ['{"accountNumber":"12345678","bank":"1.0"}', '{"accountNumber":"****5678","bank":"1.0"}'],
    ['{ "a" : { "accountNumber" : "12345678" } }', '{ "a" : { "accountNumber" : "****5678" } }'],
    [
      '{"a":[{"accountNumber":12345678},{"accountNumber":"1"}]}',
      '{"a":[{"accountNumber":"****5678"},{"accountNumber":"****"}]}',
    ],
    [String.raw`{"\u0061ccountNumber":"1234\u00355678"}`, String.raw`{"\u0061ccountNumber":"****5678"}`],
    [
      String.raw`{"x":"\"accountNumber\":\"12345678\"","accountNumber":"1\"2345678"}`,
      String.raw`{"x":"\"accountNumber\":\"12345678\"","accountNumber":"****5678"}`,
    ],
    ['{"accountNumber":null,"amount":1.50}', '{"accountNumber":null,"amount":1.50}'],
    ['{"accountNumber":"****5678"}', '{"accountNumber":"****5678"}'],
  ])('of %s are masked, and everything else is unchanged', (json, shown) => {
    expect(maskAccountNumbers(json)).toBe(shown);
  });
});
