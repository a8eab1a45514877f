import type { DiagnosticCode } from '../diagnostic-code.js';

const matrix = 'matrix m {\n  on transaction\n  thresholds low 30, medium 60, high 80\n}\n\n';
const rule = (key: string, score: number, when: string): string =>
  `rule ${key} {\n  on transaction\n  matrix m\n  score ${score}\n  when ${when}\n}\n`;
const large = rule('large', 30, 'transaction.amount > 1_000 USD');

export const w1302: DiagnosticCode = {
  code: 'W1302',
  severity: 'warning',
  title: 'another rule hits as well',
  reason: 'whenever this rule hits, the other one does too',
  example: {
    wrong: `${matrix}${large}\n${rule('very_large', 50, 'transaction.amount > 10_000 USD and transaction.type = "PAYMENT"')}`,
    right: `${matrix}${rule('large', 30, 'transaction.amount > 1_000 USD and transaction.amount <= 10_000 USD')}\n${rule('very_large', 50, 'transaction.amount > 10_000 USD and transaction.type = "PAYMENT"')}`,
  },
};
