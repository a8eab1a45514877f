import { openMarked, serviceWith, uri, inRule } from './cursor-marks.js';
import { semanticTokenTypes } from '../../src/language-service/index.js';

const hover = (marked: string, options = {}): string => {
  const { service, at } = openMarked(marked, options);
  const contents = service.hover(uri, at)?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : '';
};

describe('hover', () => {
  it.each([
    [
      'a field: type, description, allowed values',
      inRule('when transaction.stat|us = "DECLINED"'),
      ['transaction.status', 'DECLINED'],
    ],
    [
      'a field of the record',
      inRule('when count(transactions from origin in last 1h where am|ount > 1 USD) > 1'),
      ['money'],
    ],
    ['a head', inRule('when origin.per|son.isPep'), ['origin.person', 'fields']],
    ['a function: form, documentation, examples', inRule('when ho|ur(transaction.transactedAt) > 3'), ['hour(', '→']],
    ['an aggregate', inRule('when cou|nt(transactions from origin in last 1h) > 3'), ['count']],
    ['a let: value and type', inRule('let n = 1 + 2\n  when |n > 3 }'), ['let n = 1 + 2', 'a number']],
    ['a constant', `const HOME = "BR"\n${inRule('when origin.countryCode = HO|ME }')}`, ['const HOME = "BR"']],
    ['the time of the evaluation', inRule('when n|ow is after 2026-01-01'), ['time of the evaluation']],
  ])('is shown over %s', (_title, marked, parts) => {
    const text = hover(marked);
    for (const part of parts) expect(text).toContain(part);
  });

  it('shows the fill rate of a field and its frequent values', () => {
    const text = hover(inRule('when origin.country|Code = "BR"'), {
      schemaStatistics: { 'origin.countryCode': { fillRate: 0.998, topValues: ['BR', 'AR'] } },
    });
    expect(text).toContain('99.8 %');
    expect(text).toContain('`BR`, `AR`');
  });

  it('shows nothing over a keyword, a number or a comment', () => {
    expect(hover(inRule('wh|en origin.person.isPep'))).toBe('');
    expect(hover(inRule('when 4|2 > 3'))).toBe('');
    expect(hover('// some |words\n')).toBe('');
  });
});

describe('signature help', () => {
  it.each([
    ['the first argument', inRule('when distance(|'), 'distance', 0],
    ['the second argument', inRule('when distance(transaction.location, |'), 'distance', 1],
    ['an aggregate', inRule('when sum(|'), 'sum', 0],
    ['a definition', `define near(x, y) as x > y\n${inRule('when near(1, |')}`, 'near(x, y)', 1],
  ])('is shown for %s', (_title, marked, label, parameter) => {
    const { service, at } = openMarked(marked);
    const help = service.signatureHelp(uri, at);
    expect(help?.signatures[0]?.label).toContain(label);
    expect(help?.activeParameter).toBe(parameter);
  });

  it('shows nothing outside calls', () => {
    const { service, at } = openMarked(inRule('when (|'));
    expect(service.signatureHelp(uri, at)).toBeNull();
  });
});

describe('code actions', () => {
  it('fix a misspelt field', () => {
    const { service, at } = openMarked(inRule('when origin.|contryCode = "BR"\n}'));
    const [action] = service.codeActions(uri, { start: at, end: at });
    expect(action?.edit?.changes?.[uri]?.[0]?.newText).toContain('countryCode');
    expect(action?.kind).toBe('quickfix');
  });

  it('apply every safe fix at once', () => {
    const { service, at } = openMarked(
      `|language 1\n${inRule('when origin.contryCode = "BR" and destination.contryCode = "AR"\n}')}`,
    );
    const all = service.codeActions(uri, { start: at, end: at }).find(({ kind }) => kind === 'source.fixAll');
    expect(all?.edit?.changes?.[uri]).toHaveLength(2);
  });

  it('offer no fixes when nothing is wrong', () => {
    const { service, at } = openMarked(`language 1\n${inRule('when |true\n}')}`);
    expect(service.codeActions(uri, { start: at, end: at }).filter(({ kind }) => kind === 'quickfix')).toEqual([]);
  });
});

describe('format', () => {
  it('formats a file and keeps comments', () => {
    const { service } = openMarked(
      'language 1\n\nrule r{on transaction\n// why\nwhen origin.person.isPep==true AND true}',
    );
    const [edit] = service.format(uri);
    expect(edit?.newText).toContain('// why');
    expect(edit?.newText).toContain(' and ');
  });

  it('returns no edits for a file with a syntax error or one already formatted', () => {
    expect(openMarked('rule r {').service.format(uri)).toEqual([]);
    const { service } = openMarked('rule   r { on transaction when true }');
    service.change(
      uri,
      2,
      service.format(uri).map(({ range, newText }) => ({ range, text: newText })),
    );
    expect(service.format(uri)).toEqual([]);
  });
});

describe('outline and highlighting', () => {
  const file =
    'const A = 1\n\nrule r "Title" {\n  on transaction\n  let n = A // why\n  when n > 1\n  test "works" {\n    when transaction {}\n    expect hit\n  }\n}\n';

  it('lists declarations with their lets and tests nested below', () => {
    const { service } = openMarked(file);
    const symbols = service.documentSymbols(uri);
    expect(symbols.map(({ name }) => name)).toEqual(['A', 'r']);
    expect(symbols[1]?.detail).toBe('Title');
    expect(symbols[1]?.children?.map(({ name }) => name)).toEqual(['n', 'works']);
    expect(symbols[1]?.range).toEqual({ start: { line: 2, character: 0 }, end: { line: 10, character: 1 } });
  });

  it('folds multi-line blocks', () => {
    const { service } = openMarked(file);
    expect(service.foldingRanges(uri).map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [6, 8],
      [2, 9],
    ]);
  });

  it('highlights words by their meaning', () => {
    const { service } = openMarked(file);
    const data = service.semanticTokens(uri);
    const lines = file.split('\n');
    let [line, character] = [0, 0];
    const coloured: string[] = [];
    for (let index = 0; index < data.length; index += 5) {
      const [down = 0, right = 0, length = 0, type = 0] = data.slice(index, index + 4);
      line += down;
      character = down === 0 ? character + right : right;
      coloured.push(`${lines[line]?.slice(character, character + length) ?? ''}:${semanticTokenTypes[type] ?? ''}`);
    }
    expect(coloured).toEqual(
      expect.arrayContaining([
        'const:keyword',
        'A:variable',
        'rule:keyword',
        'r:type',
        'transaction:enumMember',
        '// why:comment',
        '"Title":string',
        '1:number',
      ]),
    );
  });
});

describe('robustness', () => {
  it('handles every request at every position of broken text without throwing', () => {
    const text =
      'rule r { on transaction when count(transactions from origin in last 1h where amount > (5 USD and "x{origin.';
    const service = serviceWith();
    for (let end = 0; end <= text.length; end++) {
      service.open(uri, 1, text.slice(0, end));
      const position = { line: 0, character: end };
      service.diagnostics(uri);
      service.completion(uri, position);
      service.hover(uri, position);
      service.signatureHelp(uri, position);
      service.references(uri, position);
      service.rename(uri, position, 'x');
      service.semanticTokens(uri);
    }
    expect(service.text(uri)).toBe(text);
  });
});
