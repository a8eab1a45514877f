import { maxDeclarations } from '@tamis/grammar';
import { openMarked, serviceWith, uri } from './cursor-marks.js';

const lines = (count: number, line: (index: number) => string): string =>
  `language 1\n${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;

describe('file with too many declarations', () => {
  it('gets only that diagnostic, whatever the declarations are', () => {
    for (const line of [
      (index: number) => `rule r${String(index)} { on on }`,
      (index: number) => `const c${String(index)} = ${String(index)}`,
      (index: number) => `test "t${String(index)}" { when transaction { } }`,
    ]) {
      const { service } = openMarked(lines(maxDeclarations + 10, line));
      expect(service.diagnostics(uri).map(({ code }) => code)).toEqual(['E0909']);
      expect(service.diagnostics(uri)[0]?.range.start.line).toBeGreaterThan(maxDeclarations - 2);
      expect(service.work.checked).toBe(0);
      expect(service.semanticTokens(uri)).toEqual([]);
    }
  });

  it('exports nothing to other files, which are checked as before', async () => {
    const { service } = openMarked(lines(maxDeclarations + 10, (index) => `const c${String(index)} = 1`));
    service.open('file:///rules/b.rules', 1, 'language 1\nrule r { on transaction when 1 > c5 }');
    expect(service.diagnostics('file:///rules/b.rules').map(({ code }) => code)).toEqual(['E0202']);
    expect(await service.analyse()).toBe(false);
  });

  it('is fully checked again once it has fewer declarations', () => {
    const { service } = openMarked(lines(maxDeclarations + 10, (index) => `const c${String(index)} = 1`));
    const range = { start: { line: 1, character: 0 }, end: { line: 101, character: 0 } };
    service.change(uri, 2, [{ range, text: '' }]);
    expect(service.documentSymbols(uri)).toHaveLength(maxDeclarations - 90);
    expect(service.diagnostics(uri).map(({ code }) => code)).not.toContain('E0909');
  });
});

describe('work shared by many declarations', () => {
  it('is done once: for tests that run every rule of the file', () => {
    const tests = lines(500, (index) => `test "t${String(index)}" { when transaction { } expect hitt }`);
    const { service } = openMarked(`${tests}rule r { on transaction when transaction.amount > 1 USD }\n`);
    expect(service.diagnostics(uri).length).toBeGreaterThan(50);
    expect(service.work.read).toBeLessThanOrEqual(2 * 502);
  });

  it('is done once: for names that refer through thousands of others', () => {
    const count = 3_000;
    const { service } = openMarked(lines(count, (index) => `const c${String(index)} = c${String(index + 1)}`));
    expect(service.diagnostics(uri).map(({ code }) => code)).toEqual(['E0909', 'E0316']);
  });

  it('is done once: for a cycle of thousands', () => {
    const count = 3_000;
    const { service } = openMarked(
      lines(count, (index) => `const c${String(index)} = c${String((index + 1) % count)}`),
    );
    const [found] = service.diagnostics(uri);
    expect(found?.code).toBe('E0207');
    expect(JSON.stringify(found?.message).length).toBeLessThan(300);
  });
});

it.each([
  ['open brackets', `rule r { on transaction when ${'('.repeat(1_000_000)}`],
  ['a list', `const x = [${'"abcdef",'.repeat(100_000)}]\n`],
  ['broken rules', 'rule r {\n on on\n'.repeat(50_000)],
])('input with a flood of %s still gets responses to all requests', async (_what, text) => {
  const service = serviceWith();
  service.open(uri, 1, text);
  const at = { line: 0, character: 12 };
  expect(service.diagnostics(uri).length).toBeGreaterThan(0);
  expect(service.diagnostics(uri).length).toBeLessThanOrEqual(100);
  service.completion(uri, at);
  service.hover(uri, at);
  service.semanticTokens(uri);
  service.documentSymbols(uri);
  service.foldingRanges(uri);
  expect(service.format(uri)).toEqual([]);
  expect(await service.analyse()).toBe(false);
});
