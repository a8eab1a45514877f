import { limits } from '@tamis/lang';
import { openMarked, serviceWith, uri, inRule } from './cursor-marks.js';

const codes = (text: string): readonly unknown[] => {
  const { service } = openMarked(text);
  return service.diagnostics(uri).map(({ code }) => code);
};

const manyRules = (count: number): string =>
  `language 1\nconst LIMIT = 5 USD\n${Array.from(
    { length: count },
    (_, index) =>
      `rule rule_${String(index)} {\n  on transaction\n  when transaction.amount > ${index % 2 === 0 ? 'LIMIT' : '7 USD'}\n}\n`,
  ).join('\n')}`;

describe('diagnostics', () => {
  it('show a misspelt field at its position, with reason, help and fix', () => {
    const { service, text } = openMarked(`language 1\n// a comment\n${inRule('when origin.contryCode = "BR"\n}')}`);
    const [found] = service.diagnostics(uri);
    expect(found).toMatchObject({
      code: 'E0201',
      severity: 1,
      source: 'tamis',
      codeDescription: { href: '/docs/errors/E0201' },
    });
    const line = text.split('\n')[found?.range.start.line ?? 0] ?? '';
    expect(line.slice(found?.range.start.character, found?.range.end.character)).toBe('origin.contryCode');
    expect(found?.message).toContain('did you mean `countryCode`?');
    expect(found?.data.fixes).toHaveLength(1);
  });

  it('link to the declaration where a duplicate name was declared first', () => {
    const { service } = openMarked('language 1\nconst A = 1\nconst A = 2\nrule r { on transaction when 1 < A }');
    const found = service.diagnostics(uri).find(({ code }) => code === 'E0204');
    expect(found?.relatedInformation?.[0]?.location.range.start).toEqual({ line: 1, character: 6 });
  });

  it('resolve names from other files', () => {
    const service = serviceWith();
    service.open('file:///a.rules', 1, 'language 1\nrule r { on transaction when transaction.amount > LIMIT }');
    expect(service.diagnostics('file:///a.rules').map(({ code }) => code)).toContain('E0202');
    service.open('file:///b.rules', 1, 'language 1\nconst LIMIT = 5 USD\n');
    expect(service.diagnostics('file:///a.rules')).toEqual([]);
    expect(service.diagnostics('file:///b.rules')).toEqual([]);
    service.close('file:///b.rules');
    expect(service.diagnostics('file:///a.rules').map(({ code }) => code)).toContain('E0202');
  });

  it('report a name as unused only when no declaration uses it', () => {
    expect(codes('language 1\nconst A = 1\n')).toEqual(['W1110']);
    expect(codes('language 1\nconst A = 1\nrule r { on transaction when 3 > A }')).toEqual([]);
  });

  it('in an unfinished rule do not affect its neighbours', () => {
    const found = codes(
      `language 1\nrule a {\n  on transaction\n  when (\n\nrule b {\n  on transaction\n  when origin.contryCode = "BR"\n}\n`,
    );
    expect(found).toHaveLength(2);
    expect(found).toContain('E0201');
  });

  it('for a missing bracket report where the next rule starts', () => {
    const { service } = openMarked(
      'language 1\nrule a {\n  on transaction\n  when true\n\nrule b {\n  on transaction\n  when true\n}\n',
    );
    const [found] = service.diagnostics(uri);
    expect(found?.code).toBe('E0103');
  });

  it('are limited to the maximum of the language', () => {
    const text = `rule r { on transaction when ${Array.from({ length: 90 }, () => 'origin.contryCode = "BR"').join(' and ')} }\n`;
    expect(codes(text + text.replace('rule r', 'rule s')).length).toBeLessThanOrEqual(limits.diagnosticsPerFile);
  });
});

describe('incremental change', () => {
  it('parses and checks only the declaration it is in', () => {
    const { service } = openMarked(manyRules(200));
    service.diagnostics(uri);
    const before = { ...service.work };
    service.change(uri, 2, [
      { range: { start: { line: 4, character: 28 }, end: { line: 4, character: 28 } }, text: ' ' },
    ]);
    service.diagnostics(uri);
    expect(service.work.read - before.read).toBe(1);
    expect(service.work.checked - before.checked).toBe(1);
  });

  it('of a constant rechecks only its users', () => {
    const { service } = openMarked(manyRules(20));
    service.diagnostics(uri);
    const before = { ...service.work };
    service.change(uri, 2, [
      { range: { start: { line: 1, character: 14 }, end: { line: 1, character: 15 } }, text: '"x"' },
    ]);
    expect(service.diagnostics(uri).filter(({ severity }) => severity === 1).length).toBeGreaterThan(0);
    expect(service.work.read - before.read).toBe(1);
    expect(service.work.checked - before.checked).toBe(11);
  });

  it('gives the same result as a fresh start with the same text', () => {
    const edits = [
      '(',
      ')',
      '{',
      '}',
      '"',
      '/*',
      '*/',
      '//',
      '\n',
      'rule x {',
      'const B = 1\n',
      ' and ',
      'LIMIT',
      'origin.',
    ];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const { service } = openMarked(manyRules(6));
    for (let version = 2; version < 120; version++) {
      const text = service.text(uri) ?? '';
      const lines = text.split('\n');
      const line = random(lines.length);
      const character = random((lines[line]?.length ?? 0) + 1);
      const removed = random(3) === 0 ? Math.min(4, (lines[line]?.length ?? 0) - character) : 0;
      service.change(uri, version, [
        {
          range: { start: { line, character }, end: { line, character: character + removed } },
          text: random(4) === 0 ? '' : (edits[random(edits.length)] ?? ''),
        },
      ]);
      const fresh = openMarked('').service;
      fresh.open(uri, 1, service.text(uri) ?? '');
      expect(service.diagnostics(uri)).toEqual(fresh.diagnostics(uri));
    }
  });
});
