import { printExpression } from '@tamis/lang';

import { settingValues } from '../../decisions/rule-sets/index.js';

const changed = { changedAt: '2026-03-01T00:00:00.000Z', changedBy: null };

describe('the own values of parameters', () => {
  it('are expressions', () => {
    const { limit } = settingValues({ limit: { text: '9_500 USD', ...changed } });
    expect(limit && printExpression(limit)).toBe('9_500 USD');
  });

  it.each(['', '9_500 USDX !', '1 +'])('are not left out silently where they cannot be read: %j', (text) => {
    expect(() => settingValues({ limit: { text, ...changed } })).toThrow(
      'the setting of the parameter `limit` cannot be read',
    );
  });
});
