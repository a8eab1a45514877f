import { Logger } from '@nestjs/common';
import type { CompiledRuleSet, Facts } from '@tamis/engine';
import type { DataRead, DataReadResult } from '@tamis/lang';
import { ReferenceData } from '@tamis/lookup-tables';
import { canonicalJson } from '@tamis/stdx';

const logger = new Logger('reference data');

/** Of all runs of the process. */
const data = new ReferenceData((table, error) => logger.error(`${table} is not loaded: ${String(error)}`));

type ReferenceRead = Extract<DataRead, { kind: 'reference' }>;
type ReadResults = NonNullable<Facts['reads']>;

const isReferenceRead = (read: DataRead): read is ReferenceRead => read.kind === 'reference';

/** What reference data answer; `stored`: answers of a run that is decided again, which stay what they were whatever is installed by now. */
export async function readReferenceData(reads: readonly DataRead[], stored: ReadResults = {}): Promise<ReadResults> {
  const asked = reads.filter(isReferenceRead);
  if (asked.length === 0) return {};
  await data.load(asked.map(({ table }) => table));
  return Object.fromEntries(
    asked.map(({ kind, table, argument }) => {
      const key = canonicalJson({ kind, table, argument });
      return [key, stored[key] ?? lookUpReference(table, argument)];
    }),
  );
}

/** Loads what functions of these rules ask of reference data, so that `lookUpReference` answers at once. */
export const loadReferenceData = (sets: readonly CompiledRuleSet[]): Promise<void> =>
  data.load(
    sets.flatMap((set) => set.factNeeds().lookups).map((lookup) => tableOf[lookup.function] ?? lookup.function),
  );

export const lookUpReference = (table: string, argument: string): DataReadResult => data.lookUp(table, argument);

/** Functions that ask the table of another. */
const tableOf: Readonly<Record<string, string>> = { isBusinessDay: 'isHoliday' };
