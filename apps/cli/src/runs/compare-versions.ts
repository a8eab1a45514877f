import { csvText } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { grouped } from '../output/grouped.js';
import { findRule } from '../server/find-rule.js';
import { withServer, type ServerFlags } from '../server/with-server.js';

export interface CompareVersionsFlags extends ServerFlags {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: string;
  readonly csv?: true;
}

interface Comparison {
  readonly base: number;
  readonly head: number;
  readonly treeDiff: readonly { readonly words: string }[];
  readonly behaviour: {
    readonly source: 'shadow' | 'dry_run';
    readonly from: string;
    readonly to: string;
    readonly records: number;
    readonly gained: number;
    readonly lost: number;
    readonly same: number;
    readonly unknown: { readonly base: number; readonly head: number };
    readonly confirmed: { readonly gained: number; readonly lost: number } | null;
    readonly decisionFlips: readonly { readonly from: string; readonly to: string; readonly count: number }[];
    readonly attribution: readonly {
      readonly clause: string;
      readonly before: string | null;
      readonly after: string | null;
      readonly gained: number;
      readonly lost: number;
    }[];
    readonly verdict: string | null;
  } | null;
  readonly overlap: readonly { readonly key: string; readonly bothHit: number; readonly jaccard: number }[];
}

const sources = { shadow: 'live evaluations with one version in shadow', dry_run: 'a dry run' } as const;

/** One line, so that those of several comparisons can be listed below each other. */
const csv = ({ base, head, behaviour }: Comparison): string =>
  csvText(
    [
      ...['base', 'head', 'source', 'from', 'to', 'records', 'gained', 'lost', 'unchanged'],
      ...['unknownBefore', 'unknownAfter', 'confirmedGained', 'confirmedLost', 'verdict'],
    ],
    [
      [
        ...[base, head, behaviour?.source ?? null, behaviour?.from ?? null, behaviour?.to ?? null],
        ...[behaviour?.records ?? 0, behaviour?.gained ?? 0, behaviour?.lost ?? 0, behaviour?.same ?? 0],
        ...[behaviour?.unknown.base ?? 0, behaviour?.unknown.head ?? 0],
        ...[behaviour?.confirmed?.gained ?? null, behaviour?.confirmed?.lost ?? null, behaviour?.verdict ?? null],
      ],
    ],
  );

function print({ treeDiff, behaviour, overlap }: Comparison, io: CliIo): void {
  for (const { words } of treeDiff) io.out(`~ ${words}\n`);
  if (treeDiff.length === 0) io.out('= both have the same result\n');
  if (!behaviour) {
    io.out(
      'no record was evaluated by both versions: `tamis shadow RULE --rule-version N` runs one in shadow beside the other, and --dry-run ID compares the results of a dry run of both\n',
    );
    return;
  }
  const { source, from, to, records, gained, lost, same, confirmed, decisionFlips, attribution, verdict } = behaviour;
  io.out(`${grouped(records)} records of ${sources[source]}, ${from} to ${to}\n`);
  io.out(`  gained ${grouped(gained)}, lost ${grouped(lost)}, unchanged ${grouped(same)}`);
  io.out(confirmed ? `; confirmed: ${confirmed.gained} gained, ${confirmed.lost} lost\n` : '\n');
  for (const flip of decisionFlips) io.out(`  ${flip.from} → ${flip.to}: ${grouped(flip.count)}\n`);
  const { base, head } = behaviour.unknown;
  if (base + head > 0) io.out(`  unknown: ${grouped(base)} before, ${grouped(head)} after\n`);
  for (const { clause, before, after, gained: more, lost: less } of attribution) {
    const values = before !== null && after !== null ? `: ${before} → ${after}` : '';
    io.out(`  +${grouped(more)} −${grouped(less)} by ${clause}${values}\n`);
  }
  for (const { key, bothHit, jaccard } of overlap)
    io.out(`  ${key} also hits in ${grouped(bothHit)} records, jaccard ${jaccard.toFixed(3)}\n`);
  io.out(verdict === null ? '  too few records for a verdict\n' : `  ${verdict}\n`);
}

/** Compares two versions of a rule on a server: their differences, and their results for the same records. */
export const compareVersions = (
  key: string,
  versions: { readonly base: string; readonly head: string },
  { from, to, dryRun: dryRunId, ...flags }: CompareVersionsFlags,
  io: CliIo,
): Promise<ExitCode> =>
  withServer(
    flags,
    io,
    async (client) => {
      const rule = await findRule(client, key);
      return rule.ok
        ? client.request(`/rules/${rule.value.id}/compare`, { query: { ...versions, from, to, dryRunId } })
        : rule;
    },
    (answer) => {
      const comparison = answer as unknown as Comparison;
      if (flags.csv) io.out(csv(comparison));
      else print(comparison, io);
    },
  );
