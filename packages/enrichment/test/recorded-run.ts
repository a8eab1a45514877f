import type { Result } from '@tamis/stdx';

import {
  askedOf,
  type ItemProblem,
  type NormalizedPart,
  type Provider,
  type ProviderWorld,
  type Recording,
  recordedWorld,
  subjectProblem,
} from '../src/index.js';

export const today = '2026-11-22T10:00:00.000Z';

/** Does what an execution does with a provider: runs it, checks the subject, and normalizes the response. */
export async function execute(
  provider: Provider,
  recording: Recording,
  world: ProviderWorld = recordedWorld(recording, today),
): Promise<Result<NormalizedPart, ItemProblem>> {
  const asked = askedOf(recording);
  const raw = await provider.run(asked, world);
  if (!raw.ok) return raw;
  const problem = subjectProblem(provider, raw.value, asked);
  return problem === null ? provider.normalize(raw.value, asked) : { ok: false, error: problem };
}

export const recordingOf = (provider: Provider, name: string): Recording => {
  const recording = provider.recordings.find((one) => one.name === name);
  if (recording === undefined) throw new Error(`${provider.code} has no recording ${name}`);
  return recording;
};

/** Returns the normalized part that is read from a recording. */
export async function partOf(provider: Provider, name: string): Promise<NormalizedPart> {
  const result = await execute(provider, recordingOf(provider, name));
  if (!result.ok) throw new Error(`${provider.code} ${name}: ${result.error.code} ${result.error.message}`);
  return result.value;
}
