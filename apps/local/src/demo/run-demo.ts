import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { ApiClient } from './api-client.js';
import type { DemoAccount } from './account.js';
import { loadRules } from './load-rules.js';
import { printReport } from './print-report.js';
import { makeReport, type DemoReport } from './report.js';
import { sampleTransactions, sampleRules, sampleSplit } from './sample.js';
import { sendTransactions, type DecidedTransaction } from './send-transactions.js';

/** Loads the sample once, even after interrupted attempts, and shows the decisions. */
export async function runDemo(
  url: string,
  account: DemoAccount,
  reportFile: string,
  isStopped: () => boolean,
): Promise<void> {
  const api = new ApiClient(url, account.production);
  const known = readReport(reportFile);
  if (known) {
    console.log(`The sample is loaded (${known.loadedAt}).\n${printReport(known)}`);
    return;
  }
  console.log('Loading the sample: customers, a data list, rules.');
  await loadRules(api);
  const payments = sampleTransactions();
  const decided: DecidedTransaction[] = [];
  const progress = makeProgress(payments.length);
  const started = performance.now();
  try {
    await sendTransactions(
      api,
      payments,
      (one) => {
        decided.push(one);
        progress.update(decided.length);
      },
      isStopped,
    );
  } finally {
    progress.stop();
  }
  if (isStopped()) return;
  const report = makeReport(decided, sampleRules().rules, sampleSplit(), (performance.now() - started) / 1000);
  writeFileSync(`${reportFile}.new`, JSON.stringify(report, null, 2));
  renameSync(`${reportFile}.new`, reportFile);
  console.log(printReport(report));
}

function readReport(file: string): DemoReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DemoReport;
  } catch {
    return null;
  }
}

interface Progress {
  update(done: number): void;
  stop(): void;
}

/** A progress bar on a terminal, and otherwise a line per tenth, so that a log stays readable. */
function makeProgress(total: number): Progress {
  if (process.stderr.isTTY) {
    const bar = new SingleBar({
      format: 'Payments {bar} {value}/{total}  {eta_formatted} left',
      stream: process.stderr,
    });
    bar.start(total, 0);
    return { update: (done) => bar.update(done), stop: () => bar.stop() };
  }
  let printed = 0;
  return {
    update: (done) => {
      const tenth = Math.floor((done * 10) / total);
      if (tenth > printed) console.log(`Payments ${done}/${total}`);
      printed = tenth;
    },
    stop: () => undefined,
  };
}
