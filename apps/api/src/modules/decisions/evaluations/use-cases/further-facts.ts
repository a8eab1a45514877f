import { askForMore, type Context, type FactRequests, type Facts, type RunScope } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { RunFacts } from './run-facts.js';

/**
 * What facts lead to: lists that are asked about values of earlier records, windows that begin at a value that was looked up, rates
 * of the days of earlier records.
 */
export async function furtherFacts(
  { compiled }: LoadedRuleSet,
  { context, run, requests }: { readonly context: Context; readonly run: RunScope; readonly requests: FactRequests },
  json: string,
  source: Pick<RunFacts, 'gather' | 'hasRates'>,
): Promise<string> {
  const asksMore = compiled.readsMore(run) || (compiled.convertsMore(run) && (await source.hasRates()));
  if (!asksMore) return json;
  const steps = askForMore(compiled, context, run, { facts: JSON.parse(json) as Facts, requests });
  let step = steps.next();
  while (!step.done) step = steps.next(JSON.parse((await source.gather(step.value)).json) as Facts);
  return JSON.stringify(step.value);
}
