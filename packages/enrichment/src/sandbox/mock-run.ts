import { dateText, failure, isObject, ok, parseDate, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../item-problem.js';
import type { Asked, Provider } from '../provider.js';
import { askedOf, recordedWorld } from './recorded-world.js';
import { simulationOf } from './simulation.js';

/**
 * Returns what a provider delivers in a sandbox: its recording `success`, with the requested subject and with dates shifted to be as far
 * from today as they were from the recording date. The caller checks and normalizes it like any response, after waiting for
 * `simulationOf(…).latencyMs`.
 */
export async function mockRun(
  provider: Provider,
  asked: Asked,
  now: string,
  simulate = simulationOf(asked).code,
): Promise<Result<unknown, ItemProblem>> {
  if (simulate !== null)
    return failure({ code: simulate, message: 'The sandbox fails as requested (`simulate` or a test tax id).' });
  const recording = provider.recordings.find(({ name }) => name === 'success');
  if (recording === undefined)
    return failure({ code: 'INTERNAL_ERROR', message: `${provider.code} has no recording \`success\`.` });
  const recorded = await provider.run(
    providerAsked(provider, asked, askedOf(recording)),
    recordedWorld(recording, now, { repeats: true }),
  );
  if (!recorded.ok) return recorded;
  const moved = movedDates(recorded.value, daysBetween(recording.recordedOn ?? now, now));
  const { taxId, name } = provider.subjectAt;
  const named = taxId === undefined || asked.taxId === null ? moved : withValueAt(moved, taxId, asked.taxId);
  return ok(name === undefined || asked.name === null ? named : withValueAt(named, name, asked.name));
}

/** Providers that compute their result from the input alone are given the real input. */
const providerAsked = ({ subjectAt }: Provider, asked: Asked, recorded: Asked): Asked =>
  subjectAt.taxId === undefined && subjectAt.name === undefined ? asked : { ...recorded, parameters: asked.parameters };

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  ((parseDate(to.slice(0, 10)) ?? 0) - (parseDate(from.slice(0, 10)) ?? 0)) / dayMs;

const startsWithDay = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

function movedDates(value: unknown, days: number): unknown {
  if (typeof value === 'string')
    return value.replace(startsWithDay, (day) => {
      const ms = parseDate(day);
      return ms === null ? day : dateText(ms + days * dayMs);
    });
  if (Array.isArray(value)) return value.map((item) => movedDates(item, days));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, movedDates(member, days)]));
}

/** Returns a copy with the value at a JSON pointer replaced. The objects on the path must exist. */
function withValueAt(value: unknown, pointer: string, written: string): unknown {
  const [, token, ...rest] = pointer.split('/');
  if (token === undefined) return written;
  const below = rest.map((part) => `/${part}`).join('');
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === token ? withValueAt(item, below, written) : item));
  return isObject(value) ? { ...value, [token]: withValueAt(value[token], below, written) } : value;
}
