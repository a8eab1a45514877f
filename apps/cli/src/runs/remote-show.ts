import { failure, csvText } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { tableText } from '../output/print-table.js';
import { usageProblem } from '../problem.js';
import type { RemoteMatch } from '../server/remote-dry-run.js';
import { serverLabels } from '../server/server-labels.js';
import { withServer, type ServerFlags } from '../server/with-server.js';
import { shownChanges, type ShowFlags } from './show.js';

const row = (match: RemoteMatch): readonly (string | null)[] => [
  match.externalId ?? match.recordId,
  match.occurredAt,
  match.decisionBaseline === null || match.decisionBaseline === match.decisionCandidate
    ? match.decisionCandidate
    : `${match.decisionBaseline} → ${match.decisionCandidate}`,
  match.change,
  match.ruleKey,
  match.amount === null ? null : `${match.amount} ${match.currency ?? ''}`,
  match.label,
];

/** Lists the records behind the numbers of a server's dry run. */
export const showRemote = (
  id: string,
  change: string,
  { rule, label, limit, ...flags }: ShowFlags & ServerFlags,
  io: CliIo,
): Promise<ExitCode> =>
  withServer(
    flags,
    io,
    async (client) => {
      if (!shownChanges.some((each) => each === change))
        return failure(usageProblem(`the first argument must be one of ${shownChanges.join(', ')}, not \`${change}\``));
      const query = {
        limit,
        change: change === 'all' ? undefined : change,
        ruleKey: rule,
        label: label === 'fraud' || label === 'cleared' ? serverLabels[label] : label,
      };
      return client.request(`/rules/dry-runs/${encodeURIComponent(id)}/matches`, { query });
    },
    ({ matches }) => {
      const rows = (matches as readonly RemoteMatch[]).map(row);
      if (flags.csv) io.out(csvText(['record', 'occurredAt', 'decision', 'change', 'rule', 'amount', 'label'], rows));
      else io.out(tableText(rows.map((cells) => cells.map((cell) => cell ?? ''))));
    },
  );
