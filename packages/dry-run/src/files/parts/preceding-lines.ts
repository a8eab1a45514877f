import { recordTime } from '@tamis/engine';
import { parseLine, type LineProblem } from '../../events/read-json-lines.js';
import type { DryRun } from '../../run/dry-run.js';
import type { ReplayEvent } from '../../events/replay-event.js';
import { createReadStream } from 'node:fs';
import { firstEvaluationTime } from './first-evaluation-time.js';
import { IdSet } from './id-set.js';
import { TransactionScanner } from './transaction-scanner.js';

const chunkBytes = 1 << 18;
const batchSize = 200;
const lineEnd = 0x0a;
/**
 * The tolerance by which evaluations of a part can be older than its first one, and by which spans in months and timezones can be longer
 * than estimated.
 */
const slackMs = 86_400_000;

/** Thrown if events of a part show that more of the preceding data is needed than estimated. */
export class FullScanRequired extends Error {}

function transactionOf(event: ReplayEvent): Readonly<Record<string, unknown>> | null {
  if (event.kind === 'run') return event.target === 'transaction' ? event.context : null;
  return event.kind === 'record' && event.source === 'transactions' ? event.record : null;
}

/**
 * The lines before a part. Payments that are too old for any evaluation of the part to use are only counted, and found in the bytes of
 * their lines; which ones these are is estimated from the first evaluation of the part, and `check` detects a wrong estimate.
 */
export class PrecedingLines {
  private readonly scanner = new TransactionScanner();
  private readonly leftOut = new IdSet();

  private constructor(
    private readonly run: DryRun,
    private readonly earliestRun: number,
    /** Older payments are skipped. */
    private readonly seenFrom: number,
  ) {}

  /** With `isAll`, nothing is skipped. */
  static async open(
    run: DryRun,
    { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
    isAll: boolean,
  ): Promise<PrecedingLines> {
    const first = isAll || from === 0 ? null : await firstEvaluationTime(path, from, to, run.timezone);
    if (first === null) return new PrecedingLines(run, -Infinity, -Infinity);
    const earliest = first - slackMs;
    return new PrecedingLines(run, earliest, run.visibleTransactionsFrom(earliest) - slackMs);
  }

  /** Throws `FullScanRequired` if the events replace skipped ones and are visible, or if the estimate was wrong. */
  check(events: readonly ReplayEvent[], isOfPart: boolean): void {
    if (this.seenFrom === -Infinity) return;
    for (const event of events) {
      if (isOfPart && event.kind === 'run' && event.now < this.earliestRun) throw new FullScanRequired();
      const payment = transactionOf(event);
      const id = payment?.['id'];
      if (payment === null || typeof id !== 'string' || !this.leftOut.has(id)) continue;
      if (recordTime(payment, ['transactedAt'], this.run.timezone) >= this.seenFrom) throw new FullScanRequired();
    }
  }

  /** Reads lines from the beginning of the file; `onEvents` is called from time to time with their number. */
  async read(path: string, end: number, onEvents: (count: number, bytes: number) => void): Promise<LineProblem | null> {
    const file = createReadStream(path, { end: end - 1, highWaterMark: chunkBytes });
    let rest: Buffer = Buffer.alloc(0);
    let line = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.lastIndexOf(lineEnd) + 1;
      const taken = this.takeLines(bytes.subarray(0, whole), line);
      if ('message' in taken) return taken;
      onEvents(taken.line - line, file.bytesRead);
      line = taken.line;
      rest = bytes.subarray(whole);
    }
    const last = this.takeLines(rest, line);
    return 'message' in last ? last : null;
  }

  /** Returns the number of the last line, or the problem with a line. */
  private takeLines(bytes: Buffer, before: number): { readonly line: number } | LineProblem {
    const { scanner: skimmer, run, seenFrom } = this;
    let line = before;
    let events: ReplayEvent[] = [];
    const give = (): void => {
      this.check(events, false);
      run.skip(events);
      events = [];
    };
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(lineEnd, from);
      const to = found < 0 ? bytes.length : found;
      line += 1;
      if (seenFrom === -Infinity || !skimmer.find(bytes, from, to) || !this.skipTransaction(bytes)) {
        const text = bytes.toString('utf8', from, to);
        if (text.trim() !== '') {
          const event = parseLine(text, line, this.run.timezone);
          if (!event.ok) return event.error;
          events.push(event.value);
        }
      }
      if (events.length >= batchSize) give();
      from = to + 1;
    }
    give();
    return { line };
  }

  /** Skips the found payment if possible. */
  private skipTransaction(bytes: Buffer): boolean {
    const { idFrom, idTo, now } = this.scanner;
    if (now >= this.seenFrom || !this.leftOut.addBytes(bytes, idFrom, idTo)) return false;
    this.run.skipTransaction({ id: bytes.toString('latin1', idFrom, idTo), now });
    return true;
  }
}
