import { openMarked, serviceWith, uri } from './cursor-marks.js';

const rule = (name: string, condition: string, header = ''): string =>
  `rule ${name} {\n  on transaction\n  matrix m\n  score 1\n  ${header}\n  when ${condition}\n  then alert HIGH "seen"\n}\n\n`;

const matrix = 'language 1\nmatrix m "M" {\n  on transaction\n  decide HOLD from 60\n  otherwise APPROVE\n}\n\n';

const other = 'file:///rules/other.rules';

const codesOf = (service: ReturnType<typeof serviceWith>, file = uri): readonly unknown[] =>
  service.diagnostics(file).map(({ code }) => code);

describe('findings between rules', () => {
  it('appear only after the rules were analysed together', async () => {
    const { service } = openMarked(
      matrix +
        rule('wide', 'transaction.amount > 10 USD') +
        rule('narrow', 'transaction.amount > 20 USD', 'priority 10') +
        rule('stop', 'origin.riskScore > 1', 'stop on match\n  priority 40'),
    );
    expect(codesOf(service)).toEqual([]);
    expect(await service.analyse()).toBe(true);
    expect(codesOf(service)).toEqual(expect.arrayContaining(['W1302', 'W1304', 'W1313']));
    expect(await service.analyse()).toBe(false);
  });

  it('give the location of the other rule, also in another file', async () => {
    const service = serviceWith();
    service.open(other, 1, matrix + rule('wide', 'transaction.amount > 10 USD'));
    service.open(uri, 1, `language 1\n\n${rule('narrow', 'transaction.amount > 20 USD')}`);
    await service.analyse();
    const found = service.diagnostics(uri).find(({ code }) => code === 'W1302');
    expect(found?.range.start).toEqual({ line: 2, character: 5 });
    const [related] = found?.relatedInformation ?? [];
    expect(related?.location).toEqual({
      uri: other,
      range: { start: { line: 7, character: 5 }, end: { line: 7, character: 9 } },
    });
  });

  it('report conditions that can never be true, with what they conflict with', async () => {
    const { service } = openMarked(
      `${matrix}${rule('never', 'transaction.amount > 100 USD and transaction.amount < 50 USD')}`,
    );
    await service.analyse();
    const found = service.diagnostics(uri).find(({ code }) => code === 'W1301');
    expect(found?.message).toContain('can never be true');
    expect(found?.relatedInformation).toHaveLength(2);
  });

  it('move with the surrounding text, and disappear when a rule involved changes', async () => {
    const { service } = openMarked(
      matrix + rule('wide', 'transaction.amount > 10 USD') + rule('narrow', 'transaction.amount > 20 USD'),
    );
    await service.analyse();
    const lineOf = (): number | undefined =>
      service.diagnostics(uri).find(({ code }) => code === 'W1302')?.range.start.line;
    const before = lineOf() ?? 0;
    const start = { line: 0, character: 0 };
    service.change(uri, 2, [{ range: { start, end: start }, text: '\n\n' }]);
    expect(lineOf()).toBe(before + 2);
    const line =
      service
        .text(uri)
        ?.split('\n')
        .findIndex((text) => text.includes('> 10 USD')) ?? 0;
    const range = { start: { line, character: 28 }, end: { line, character: 30 } };
    service.change(uri, 3, [{ range, text: '30' }]);
    expect(service.text(uri)).toContain('transaction.amount > 30 USD');
    expect(lineOf()).toBeUndefined();
    await service.analyse();
    expect(service.diagnostics(uri).find(({ code }) => code === 'W1302')?.message).toContain('whenever `wide` hits');
  });

  it('are suppressed by a comment with a reason', async () => {
    const narrow = rule('narrow', 'transaction.amount > 20 USD');
    const { service } = openMarked(
      `${matrix}${rule('wide', 'transaction.amount > 10 USD')}// tamis: allow W1302 because both scores are meant\n${narrow}`,
    );
    await service.analyse();
    expect(codesOf(service)).not.toContain('W1302');
  });

  it('are discarded when the text changes during the analysis', async () => {
    const { service } = openMarked(
      matrix + rule('wide', 'transaction.amount > 10 USD') + rule('narrow', 'transaction.amount > 20 USD'),
    );
    const found = await service.analyse(() => {
      service.close(uri);
      return Promise.resolve();
    });
    expect(found).toBe(false);
  });

  it('are searched for among new members only when a rule has changed', async () => {
    const { service } = openMarked(matrix + rule('a', 'transaction.amount > 10 USD'));
    await service.analyse();
    const { checked } = service.work;
    await service.analyse();
    expect(service.work.checked).toBe(checked);
  });

  it('warn that the rules of a matrix cost too much together', async () => {
    const conditions = Array.from(
      { length: 160 },
      (_, index) =>
        `count(transactions from origin in last ${String(index + 1)}h where amount > ${String(index)} USD) > 3`,
    );
    const { service } = openMarked(matrix + conditions.map((text, index) => rule(`r${String(index)}`, text)).join(''));
    expect(codesOf(service)).not.toContain('W1310');
    await service.analyse();
    const found = service.diagnostics(uri).find(({ code }) => code === 'W1310');
    expect(found?.message).toMatch(/^the rules of this matrix cost/);
    expect(found?.range.start.line).toBe(1);
  });
});
