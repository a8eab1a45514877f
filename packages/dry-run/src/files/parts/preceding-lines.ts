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
/** Runs of a part may be so much older than its first one, and spans in months and zones so much longer than they seem. */
const slackMs = 86_400_000;

/** Events of a part that show that more of what came before it is needed than was thought. */
export class FullScanRequired extends Error {}

function transactionOf(event: ReplayEvent): Readonly<Record<string, unknown>> | null {
  if (event.kind === 'run') return event.target === 'transaction' ? event.context : null;
  return event.kind === 'record' && event.source === 'transactions' ? event.record : null;
}

/**
 * The lines before a part. Payments that are too old for any run of the part to see are only counted, and found in the bytes of
 * their lines; which are is guessed from the first run of the part, and `check` tells when the guess was wrong.
 */
export class PrecedingLines {
  private readonly scanner = new TransactionScanner();
  private readonly leftOut = new IdSet();

  private constructor(
    private readonly run: DryRun,
    private readonly earliestRun: number,
    /** Older payments are left out. */
    private readonly seenFrom: number,
  ) {}

  /** `isAll`: nothing is left out. */
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

  /** Throws `NeedsAll` when the events come after others that were left out and are not in sight alone. */
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

  /** Takes lines that begin with a line; `onEvents`: told now and then how many. */
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

  /** The number of the last line, or what is wrong with one. */
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

  /** Leaves out the payment that was found, if it can be. */
  private skipTransaction(bytes: Buffer): boolean {
    const { idFrom, idTo, now } = this.scanner;
    if (now >= this.seenFrom || !this.leftOut.addBytes(bytes, idFrom, idTo)) return false;
    this.run.skipTransaction({ id: bytes.toString('latin1', idFrom, idTo), now });
    return true;
  }
}
