import type { DiagnosticCode } from '../diagnostic-code.js';

const source = (score: number): string =>
  'matrix m {\n  on transaction\n  thresholds low 30, medium 60, high 80\n}\n\n' +
  'rule large {\n  on transaction\n  matrix m\n  score 40\n  when transaction.amount > 1_000 USD\n}\n\n' +
  `rule abroad {\n  on transaction\n  matrix m\n  score ${score}\n  when origin.countryCode in ["BR", "AR"]\n}\n`;

export const w1304: DiagnosticCode = {
  code: 'W1304',
  severity: 'warning',
  title: 'score without effect',
  reason: 'the matrix decides the same without it',
  example: { wrong: source(10), right: source(30) },
};
