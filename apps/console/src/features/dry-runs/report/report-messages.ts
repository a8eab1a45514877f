import type { MatchCounts } from '../model/figures.js';
import type { MatchesSearch } from '../model/matches-search.js';
import type { ShownRecord } from '../model/shown-record.js';
import type { OpenReport, ReportProblem } from './read-report.js';

/** A report without its matches, which can be very numerous. */
export type ReportHead = Omit<OpenReport, 'matches' | 'times' | 'days'> & { readonly kept: number };

export type ReportRequest = { readonly id: number } & (
  | { readonly kind: 'read'; readonly file: Blob }
  | { readonly kind: 'choose'; readonly search: MatchesSearch }
  | { readonly kind: 'rows'; readonly first: number; readonly count: number }
);

export type ReportReply = { readonly id: number } & (
  | { readonly kind: 'report'; readonly report: ReportHead }
  | { readonly kind: 'problem'; readonly problem: ReportProblem }
  | { readonly kind: 'counts'; readonly counts: MatchCounts }
  | { readonly kind: 'rows'; readonly rows: readonly ShownRecord[] }
);
type Asked = ReportRequest extends infer One ? (One extends { readonly id: number } ? Omit<One, 'id'> : never) : never;

/** A file that is read in a separate thread, which provides the shown data on request. */
export interface ReportReader {
  ask(request: Asked): Promise<ReportReply>;
  end(): void;
}

export function startReader(): ReportReader {
  const worker = new Worker(new URL('./report-worker.js', import.meta.url), { type: 'module', name: 'report' });
  const waiting = new Map<number, (reply: ReportReply) => void>();
  let asked = 0;
  worker.onmessage = ({ data }: MessageEvent<ReportReply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return {
    ask: (request) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        worker.postMessage({ ...request, id: asked });
      }),
    end: () => worker.terminate(),
  };
}
