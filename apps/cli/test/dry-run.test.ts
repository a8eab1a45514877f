import { folderWith, tamis } from './support/run-tamis.js';

// Each run is a process of its own.
jest.setTimeout(60_000);

const rule = (limit: number): string =>
  `rule large {\n  on transaction\n  score 80\n\n  when transaction.amount >= ${limit} USD\n\n  then alert HIGH "large"\n}\n`;

const event = (id: string, amount: string, hour: number, label: string | null = null): string =>
  JSON.stringify({
    context: { id, amount, currency: 'USD', transactedAt: `2026-01-15T${String(hour).padStart(2, '0')}:00:00Z` },
    label,
  });

const files = {
  'old.rules': rule(100),
  'new.rules': rule(50),
  'events.jsonl': [event('a', '120.10', 9, 'fraud'), event('b', '70.25', 8, 'fraud'), event('c', '9', 10)].join('\n'),
};

describe('tamis dry-run', () => {
  test('says what changes against other rules, the same every time', () => {
    const cwd = folderWith(files);
    const args = ['dry-run', '--local', 'events.jsonl', 'new.rules', '--against', 'old.rules'];
    const { code, out, err } = tamis([...args, '--json'], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      records: { replayed: 3, late: 1, labelled: { fraud: 2, cleared: 0 } },
      baseline: { decisions: { APPROVE: 2, REVIEW_REQUIRED: 1 }, stopped: { USD: '120.1' }, alerts: 1 },
      candidates: [
        {
          flips: [{ from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 1 }],
          labels: { fraud: 2, caught: 2, falseAlarms: 0, recall: 1 },
          amounts: { gained: { USD: '70.25' }, lost: {} },
          matches: [{ id: 'b', gained: ['large'], lost: [], decisionCandidate: 'REVIEW_REQUIRED' }],
        },
      ],
    });
    const text = tamis(args, { cwd }).out;
    expect(text).toContain('APPROVE → REVIEW_REQUIRED: 1');
    expect(text).toContain('large (changed)  1 → 2       1     0');
    expect(text).toContain((JSON.parse(out) as { hash: string }).hash);
  });

  const checkRefused = (
    more: Readonly<Record<string, string>>,
    args: readonly string[],
    code: number,
    said: string,
  ) => {
    const finished = tamis(['dry-run', ...args], { cwd: folderWith({ ...files, ...more }) });
    expect({ code: finished.code, out: finished.out }).toEqual({ code, out: '' });
    expect(finished.err).toContain(said);
  };

  test('names the line that is no event, the rule with an error, and what is missing', () => {
    const local = ['--local', 'events.jsonl'];
    checkRefused(
      { 'events.jsonl': `${event('a', '1', 9)}\n{"id": "b"}\n` },
      [...local, 'new.rules'],
      3,
      'events.jsonl:2: ',
    );
    checkRefused({ 'events.jsonl': '\n' }, [...local, 'new.rules'], 3, 'there is no event to evaluate');
    checkRefused({ 'bad.rules': 'rule x {' }, [...local, 'bad.rules'], 1, 'bad.rules:1');
    checkRefused({}, ['--local', 'none.jsonl', 'new.rules'], 3, 'there is no such file');
    checkRefused({}, [...local, 'new.rules', '--minutes', 'ten'], 2, '--minutes is a number');
  });
});
