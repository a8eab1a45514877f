import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { absenceLint, diagnosticCodes, renderCodeFrame, type CheckOptions } from '@tamis/lang';
import { checkSource as check } from './check.js';

const folder = join(__dirname, '../../../rules-fixtures/diagnostics');

const absences = absenceLint({
  field: ([first]) => (first === 'instrument' ? 'a payment names no stored payment method' : null),
  call: () => null,
  key: (_path, type) =>
    type.kind === 'text' && type.collation === 'ci' ? 'write a key that is an id or a code' : null,
});

/** Returns the options that enable a code. */
const optionsOf = (id: string): Partial<CheckOptions> => {
  if (id === 'E0407') return { activation: true };
  if (id === 'W1111') return { lints: { pragma: true } };
  if (id === 'W1209' || id === 'E0411') return { absences };
  if (/^W130[124]$/.test(id)) return { lints: { analysis: true } };
  return id.startsWith('W14') ? { lints: { governance: true, today: '2026-01-15' } } : {};
};

/** Codes that the reader alone produces are tested with the reader. */
const byReading = /^E01|^E060[45]$|^E0901$|^E0902$/;
const codes = diagnosticCodes.filter(({ code }) => !byReading.test(code)).map((code) => [code.code, code] as const);

describe.each(codes)('%s', (id, { example }) => {
  const checkSource = (source: string) => check(source, optionsOf(id));

  it('is the only finding in its wrong example', () => {
    expect(checkSource(example.wrong).diagnostics.map(({ code }) => code)).toEqual([id]);
  });

  it('reports nothing for its right example', () => {
    expect(checkSource(example.right).diagnostics).toEqual([]);
  });

  // Examples that are long because they exceed a limit are not meant for reading.
  if (example.wrong.length < 1_000)
    it('has the text expected in rules-fixtures', () => {
      const file = `${id}.rules`;
      const source = join(folder, file);
      if (!existsSync(source)) writeFileSync(source, example.wrong);
      const text = readFileSync(source, 'utf8');
      const frames = checkSource(text)
        .diagnostics.map((diagnostic) => `${renderCodeFrame(diagnostic, { file, source: text })}\n`)
        .join('\n');
      const expected = join(folder, `${id}.txt`);
      if (process.env['UPDATE_FIXTURES'] || !existsSync(expected)) writeFileSync(expected, frames);
      expect(frames).toBe(readFileSync(expected, 'utf8'));
    });
});
