import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import {
  effectiveShares,
  numberOf,
  type OwnershipGraph,
  ownershipGraph,
  type OwnershipInput,
  ownershipReport,
  type Stake,
} from '@tamis/ownership';

import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { seededRandom } from '../random.js';

export interface OwnershipBenchOptions {
  readonly entities: number;
  /** Number of companies that own each other in one cycle with additional links across it. */
  readonly inCycles: number;
  readonly rounds: number;
  readonly seed: number;
  readonly json: string | null;
}

/** Total share of a company's known owners, in hundredths of a percent. The rest is unknown. */
const knownShare = 9_500;

/**
 * Generates a company with layers of owners, including a cycle, and people at the end. Companies come first and people last, who are one
 * third. Owners come after what they own, except in the cycle.
 */
function randomGraph({ entities, inCycles, seed }: OwnershipBenchOptions): OwnershipInput {
  const random = seededRandom(seed);
  const companies = Math.ceil((entities * 2) / 3);
  const firstOfCircle = Math.floor(companies / 3);
  const stakes: Stake[] = [];
  for (let owned = 0; owned < companies; owned += 1) {
    const owners = new Set<number>();
    const isInCircle = owned >= firstOfCircle && owned < firstOfCircle + inCycles;
    if (isInCircle) {
      const inside = owned - firstOfCircle;
      owners.add(firstOfCircle + ((inside + 1) % inCycles));
      owners.add(firstOfCircle + Math.floor(random() * inCycles));
    }
    for (let n = 0; n < 2; n += 1) owners.add(owned + 1 + Math.floor(random() * Math.min(60, entities - owned - 1)));
    owners.delete(owned);
    const share = Math.floor(knownShare / owners.size);
    for (const owner of owners) {
      const least = (share / 100).toFixed(2);
      const isBand = random() < 0.3;
      stakes.push({
        ...{ owner: `e${owner}`, owned: `e${owned}`, leastPercent: least },
        mostPercent: isBand ? (share / 100 + 5).toFixed(2) : least,
      });
    }
  }
  const kindOf = (n: number) => (n < companies ? 'company' : 'person');
  return {
    entities: Array.from({ length: entities }, (_, n) => ({ id: `e${n}`, kind: kindOf(n), country: 'BR' })),
    stakes,
  };
}

/** The baseline: the same minimum shares as JavaScript numbers, iterated until nothing changes by more than a billionth. */
function sharesByRounds({ holdingsOf }: OwnershipGraph): readonly number[] {
  const numbers = holdingsOf.map((shares) => shares.map(({ owned, least }) => ({ owned, share: numberOf(least) })));
  let values = numbers.map(() => 0);
  for (let change = 1; change > 1e-9;) {
    const next = numbers.map((shares, at) =>
      at === 0 ? 0 : shares.reduce((sum, { owned, share }) => sum + share * (owned === 0 ? 1 : values[owned]!), 0),
    );
    change = Math.max(...next.map((value, at) => Math.abs(value - values[at]!)));
    values = next;
  }
  return values;
}

/** Computes who owns a company: exactly, as intervals, with the paths that prove it. */
export function benchOwnership(options: OwnershipBenchOptions): void {
  const load = loadavg()[0] ?? 0;
  const input = randomGraph(options);
  const lastPerson = `e${options.entities - 1}`;
  const times: Record<'graph' | 'report' | 'rounds', number[]> = { graph: [], report: [], rounds: [] };
  let owners = 0;
  let furthest = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    const [graph, graphMs] = timed(() => {
      const made = ownershipGraph(input);
      if (!made.ok) throw new Error(made.error.detail);
      return made.value;
    });
    const [report, reportMs] = timed(() =>
      ownershipReport(graph, { targetId: 'e0', thresholdPercent: '1', blocked: { at_least_50: [lastPerson] } }),
    );
    if (!report.ok) throw new Error(report.error);
    const [rounds, roundsMs] = timed(() => sharesByRounds(graph));
    owners = report.value.beneficialOwners.length;
    for (const { place, least } of effectiveShares(graph, 0).shares.values())
      furthest = Math.max(furthest, Math.abs(numberOf(least) - Math.min(1, rounds[place]!)));
    times.graph.push(graphMs);
    times.report.push(reportMs);
    times.rounds.push(roundsMs);
  }
  const median = (of: readonly number[]): number => Math.round(quantile(of, 0.5) * 10) / 10;
  const figures = {
    ...{ entities: input.entities.length, stakes: input.stakes.length, inCycles: options.inCycles, owners },
    graphMs: median(times.graph),
    reportMs: median(times.report),
    numbersMs: median(times.rounds),
    ratioToNumbers: Math.round((median(times.report) / Math.max(0.1, median(times.rounds))) * 10) / 10,
    furthestFromNumbers: furthest,
  };
  console.log(`${machineLine(load)}\n${JSON.stringify(figures)}`);
  if (options.json !== null)
    writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
}

function timed<T>(work: () => T): readonly [T, number] {
  const begun = performance.now();
  return [work(), performance.now() - begun];
}
