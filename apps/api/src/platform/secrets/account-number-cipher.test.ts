import { randomBytes } from 'node:crypto';

import { reportPromise } from '@tamis/testkit';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { sealingCost, sealingFigure } from '../../../test/support/sealing-cost.js';
import { AccountNumberCipher, accountNumbersIn } from './index.js';

const [own, other] = [new AccountNumberCipher(randomBytes(32)), new AccountNumberCipher(randomBytes(32))];
const field = 'transactions.details';

const numberText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^[0-9]{1,22}$/),
  fc.stringMatching(/^[0-9nul,:[\]{} "]{1,9}$/),
  fc.constantFrom('null,1,2', '1,2,null', 'null,12', '1234567', '0.5}]', 'e5'),
);

describe('account numbers in stored JSON', () => {
  it(
    'are restored exactly, whatever they are and wherever they occur',
    () => {
      const texts = fc.array(fc.oneof(numberText, fc.constant('~an1.'), fc.constant('a')), { maxLength: 5 });
      fc.assert(
        fc.property(fc.array(numberText, { maxLength: 3 }), texts, fc.boolean(), (numbers, others, isNested) => {
          const inside = {
            numbers,
            others,
            sums: [1234567, null, 1, 2, null, 12, 1e5, 0.5],
            [numbers[0] ?? 'none']: numbers.join(' '),
          };
          const json = JSON.stringify({ accountNumber: numbers[0], read: isNested ? JSON.stringify(inside) : inside });
          const members = own.sealMembers(field, json);
          expect(JSON.parse(own.open(field, members))).toEqual(JSON.parse(json));
          const sealed = own.sealNumbers('evaluations', json, numbers);
          expect(() => JSON.parse(sealed) as unknown).not.toThrow();
          expect(own.open('evaluations', sealed)).toBe(json);
          // Sealing the opened text again gives the same result.
          expect(own.sealNumbers('evaluations', own.open('evaluations', sealed), numbers)).toBe(sealed);
        }),
        propertyRuns(300),
      );
    },
    propertyTimeoutMs,
  );

  it('share a token when equal, however spelled, and do not reveal their length', () => {
    const spelled = own.sealMembers(field, String.raw`{"accountNumber":"12\u00334567"}`);
    expect(spelled).toBe(JSON.stringify({ accountNumber: own.tokenOf(field, '1234567') }));
    expect(own.tokenOf(field, '1234568')).not.toBe(own.tokenOf(field, '1234567'));
    const lengths = new Set(
      ['1', '1234567', '0170099220000067797370'].map((number) => own.tokenOf(field, number).length),
    );
    expect(lengths.size).toBe(1);
  });

  it('are found in texts, nested texts and member names, but not in JSON numbers', () => {
    const json = JSON.stringify({
      ...{ value: 7788123, text: 'to 7788123.', '{"value":"7788123"}': JSON.stringify({ value: '7788123' }) },
      short: ['12', '1200'],
    });
    const sealed = own.sealNumbers('evaluations', json, ['7788123', '12']);
    expect(sealed.match(/7788123/g)).toEqual(['7788123']);
    const list = '{"a":[null,1,2,3]}';
    expect(own.sealNumbers('evaluations', list, ['null,1,2'])).toBe(list);
    expect(JSON.parse(sealed)).toMatchObject({ value: 7788123, short: [expect.stringMatching(/^~an1[.]/), '1200'] });
    expect(accountNumbersIn('{"a":[{"accountNumber":"1"},{"accountNumber":2}]}')).toEqual(['1']);
  });

  it('are matched as whole texts when there are many, in time linear in the text alone', () => {
    const numbers = Array.from({ length: 20_000 }, (_, n) => `AR${1_000_000 + n}`);
    const json = JSON.stringify({ numbers, text: `to ${numbers[0]} and ${numbers[19_999]}` });
    const sealed = own.sealNumbers('evaluations', json, numbers);
    expect(own.open('evaluations', sealed)).toBe(json);
    expect(sealed.match(/AR\d{7}/g)).toEqual([numbers[19_999]]);
  });

  it('promise 6: do not open for another organization or field, or when a token was changed', () => {
    const token = own.tokenOf(field, '7788123');
    expect(own.open(field, token)).toBe('7788123');
    const changed = Array.from(
      token,
      (letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
    );
    const attempts = [
      ...[other.open(field, token), own.open('evaluations', token), own.open('alerts.dedupe_key', token)],
      ...changed.map((each) => own.open(field, each)),
    ];
    const refused = attempts.filter((opened) => opened.startsWith('~an1') || !opened.includes('7788123')).length;
    const figure = `${refused} of ${attempts.length} moved or changed tokens refused`;
    reportPromise(6, { figure, target: 'all', holds: refused === attempts.length });
    expect(refused).toBe(attempts.length);
    const rows = own.sealBytes('batch_rows.rows a', Buffer.from('rows'));
    expect(own.openBytes('batch_rows.rows b', rows)).toBeNull();
    expect(own.openBytes('batch_rows.rows a', rows)?.toString('utf8', 0, 4)).toBe('rows');
  });

  it('promise 6: sealing and opening one costs next to nothing', async () => {
    const json = JSON.stringify({ accountNumber: '0170099220000067797370', bankName: 'Itaú' });
    const cost = await sealingCost(() => {
      if (own.open(field, own.sealMembers(field, json)) !== json) throw new Error('another text');
    });
    expect(cost.ours).toBeGreaterThan(0);
    reportPromise(6, sealingFigure(cost, 'an account number of a payment'));
  });
});
