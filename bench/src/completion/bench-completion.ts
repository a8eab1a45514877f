import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createLanguageService, type LanguageService } from '@tamis/authoring/language-service';
import { libraryCatalogue } from '@tamis/library';
import { machine } from '../machine.js';
import { seededRandom } from '../random.js';
import { ruleFileOf } from './rule-file.js';

export interface CompletionBenchOptions {
  readonly rules: number;
  readonly seed: number;
  /** How often an author types something and requests completion. */
  readonly samples: number;
  readonly json: string | null;
}

/** The texts written at the end of a condition before completion is requested. */
const written: readonly string[] = [
  ' and ',
  ' and origin.',
  ' and origin.person.',
  ' and transaction.amount ',
  ' and transaction.amount > ',
  ' and transaction.amount > transaction.',
  ' and transaction.status = ',
  ' and transaction.status in ["CREATED", ',
  ' and hour(',
  ' and hour(transaction.',
  ' and count(',
  ' and count(transactions ',
  ' and count(transactions from ',
  ' and count(transactions from origin in last 1h where ',
  ' and count(transactions from origin in last 1h where amount > ',
  ' and origin.taxId in ',
  ' and (origin.countryCode = ',
  ' and orig',
];

const uri = 'file:///bench.rules';
const condition = 'and origin.taxId not in mules';

interface Sample {
  readonly text: string;
  /** Milliseconds to read the change and create the list. */
  readonly completion: number;
  /** The same in CPU time, which other work on the machine does not increase. */
  readonly cpu: number;
  /** Milliseconds to read the change and check the file. */
  readonly diagnostics: number;
  readonly offered: number;
}

/** Types after the condition of one rule, requests completion, and reverts the text. */
function sample(service: LanguageService, line: number, text: string, version: number): Sample {
  const at = { line, character: 4 + condition.length };
  const end = { line, character: at.character + text.length };
  const cpu = process.cpuUsage();
  const start = performance.now();
  service.change(uri, version, [{ range: { start: at, end: at }, text }]);
  const items = service.completion(uri, end);
  const completed = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  service.diagnostics(uri);
  const diagnosed = performance.now();
  service.change(uri, version + 1, [{ range: { start: at, end }, text: '' }]);
  service.diagnostics(uri);
  return {
    text,
    completion: completed - start,
    cpu: (user + system) / 1000,
    diagnostics: diagnosed - completed,
    offered: items.length,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function summary(values: readonly number[]): Record<string, number> {
  return {
    p50: rounded(quantile(values, 0.5)),
    p95: rounded(quantile(values, 0.95)),
    p99: rounded(quantile(values, 0.99)),
    max: rounded(Math.max(...values)),
  };
}

/** Measures how long an author waits for completion and for diagnostics, in a file with many rules. */
export function benchCompletion({ rules, seed, samples, json }: CompletionBenchOptions): void {
  const service = createLanguageService({ catalogue: libraryCatalogue });
  const text = ruleFileOf(rules);
  const opening = performance.now();
  service.open(uri, 1, text);
  const found = service.diagnostics(uri);
  const open = performance.now() - opening;
  const errors = found.filter(({ severity }) => severity === 1);
  if (errors.length > 0) throw new Error(`the file should be right: ${JSON.stringify(errors[0]?.message)}`);
  const lines = text.split('\n').flatMap((line, index) => (line.includes(condition) ? [index] : []));
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const warmUp = 50;
  const measured: Sample[] = [];
  for (let index = 0; index < samples + warmUp; index++) {
    const result = sample(service, pick(lines), pick(written), 2 * index + 2);
    if (result.offered === 0) throw new Error(`nothing was offered behind \`${result.text}\``);
    if (index >= warmUp) measured.push(result);
  }
  const report = {
    machine: machine(),
    rules,
    seed,
    samples,
    fileBytes: text.length,
    openAndCheckMs: rounded(open),
    completionMs: summary(measured.map((each) => each.completion)),
    completionCpuMs: summary(measured.map((each) => each.cpu)),
    load: rounded(loadavg()[0] ?? 0),
    diagnosticsMs: summary(measured.map((each) => each.diagnostics)),
    slowest: written
      .map((each) => ({
        written: each,
        p95: rounded(
          quantile(
            measured.filter((one) => one.text === each).map((one) => one.completion),
            0.95,
          ),
        ),
      }))
      .sort((a, b) => b.p95 - a.p95)
      .slice(0, 5),
  };
  console.log(JSON.stringify(report, null, 2));
  if (json !== null) writeFileSync(json, JSON.stringify(report, null, 2));
}
