import type { ReportReply, ReportRequest } from './report-messages.js';
import { chooseMatches, type OpenReport, readReport, shownOf } from './read-report.js';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ReportRequest>) => void;
  postMessage(reply: ReportReply): void;
};

let report: OpenReport | null = null;
let order = new Uint32Array();

/** The report stays in this thread: only the shown data are sent to the page. */
async function replyTo(request: ReportRequest): Promise<ReportReply> {
  const { id } = request;
  if (request.kind === 'read') {
    const read = readReport(await request.file.text());
    if (typeof read === 'string') return { id, kind: 'problem', problem: read };
    report = read;
    const { matches, times: _times, days: _days, ...rest } = read;
    return { id, kind: 'report', report: { ...rest, kept: matches.length } };
  }
  if (!report) return { id, kind: 'problem', problem: 'notReport' };
  if (request.kind === 'choose') {
    const chosen = chooseMatches(report, request.search);
    ({ order } = chosen);
    return { id, kind: 'counts', counts: chosen.counts };
  }
  const { matches } = report;
  const places = order.subarray(request.first, request.first + request.count);
  return { id, kind: 'rows', rows: Array.from(places, (at) => shownOf(matches[at]!)) };
}

scope.onmessage = ({ data }) => void replyTo(data).then((reply) => scope.postMessage(reply));
