import { askForMore, type Context, type FactRequests, type Facts, type RunScope } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { GatheredFacts } from './gather-facts.js';

/** What facts lead to: lists that are asked about values of earlier records, windows that begin at a value that was looked up. */
export async function furtherFacts(
  { compiled }: LoadedRuleSet,
  { context, run, requests }: { readonly context: Context; readonly run: RunScope; readonly requests: FactRequests },
  json: string,
  gather: (requests: FactRequests) => Promise<GatheredFacts>,
): Promise<string> {
  if (!compiled.readsMore(run)) return json;
  const steps = askForMore(compiled, context, run, { facts: JSON.parse(json) as Facts, requests });
  let step = steps.next();
  while (!step.done) step = steps.next(JSON.parse((await gather(step.value)).json) as Facts);
  return JSON.stringify(step.value);
}
