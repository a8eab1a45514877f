import { readRules } from '@tamis/lang';
import type { CliIo } from '../src/cli-io.js';
import { rulesText } from '../src/server/rules-text.js';
import { createFolder } from './support/run-tamis.js';

const rule = (key: string, names: string): string =>
  `${names}rule ${key} {\n  on transaction\n\n  when transaction.amount >= limit\n}\n`;

const textOf = (files: Readonly<Record<string, string>>): ReturnType<typeof rulesText> =>
  rulesText(['.'], {
    cwd: createFolder(files),
    env: {},
    out: () => {},
    err: () => {},
    today: '2026-01-15',
  } as unknown as CliIo);

const own = (amount: number): string => `const limit = ${amount} USD // agreed\n\n`;

describe('rules of several files as one text', () => {
  test('contain a name that files declare alike only once', async () => {
    const text = await textOf({ 'a.rules': rule('a', own(5)), 'b.rules': rule('b', `const limit  =  5 USD\n`) });
    const { file } = readRules(text.ok ? text.value : '');
    expect([file.constants.length, file.rules.map(({ key }) => key.text)]).toEqual([1, ['a', 'b']]);
  });

  test('are refused with a name that has different meanings, naming the files', async () => {
    const text = await textOf({ 'a.rules': rule('a', own(5)), 'b.rules': rule('b', own(6)) });
    expect(text.ok ? '' : text.error.message).toMatch(
      /^`limit` has different meanings in a.rules and b.rules: name only/,
    );
  });
});
