import { printExpression } from '@tamis/lang';

import { settingValues } from '../../decisions/rule-sets/index.js';

const changed = { changedAt: '2026-03-01T00:00:00.000Z', changedBy: null };

describe('custom parameter values', () => {
  it('are expressions', () => {
    const { limit } = settingValues({ limit: { text: '9_500 USD', ...changed } });
    expect(limit && printExpression(limit)).toBe('9_500 USD');
  });

  it.each(['', '9_500 USDX !', '1 +'])(
    'throw an error instead of being ignored when they cannot be parsed: %j',
    (text) => {
      expect(() => settingValues({ limit: { text, ...changed } })).toThrow(
        'the value of the parameter `limit` cannot be read',
      );
    },
  );
});
