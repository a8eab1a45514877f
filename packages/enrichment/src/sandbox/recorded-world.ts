import { failure, ok, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../item-problem.js';
import type { Asked, ProviderResponse, ProviderWorld, RecordedResponse, Recording } from '../provider.js';

/** Returns a recorded response with a JSON body. */
export const jsonRecording = (status: number, body: unknown): ProviderResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Returns the request of a recording in the form that a provider takes. */
export const askedOf = ({ asked }: Recording): Asked => ({ ...asked, parameters: asked.parameters ?? {} });

const unrecorded: Result<never, ItemProblem> = failure({
  code: 'PROVIDER_ERROR',
  message: 'The source returned nothing: the recording ends here.',
});

/**
 * Returns a world that replays the recorded responses in order and makes no external calls. After the end it repeats the last response if
 * `repeats` is set; otherwise it fails.
 */
export function recordedWorld(recording: Recording, now: string, { repeats = false } = {}): ProviderWorld {
  const responses = [...(recording.response === null ? [] : [recording.response]), ...(recording.following ?? [])];
  const next = async <T>(read: (response: RecordedResponse) => T | undefined): Promise<Result<T, ItemProblem>> => {
    const response = repeats && responses.length === 1 ? responses[0] : responses.shift();
    if (response === undefined) return unrecorded;
    if ('problem' in response) return failure(response.problem);
    const value = read(response);
    return value === undefined ? unrecorded : ok(value);
  };
  return {
    now,
    requestKey: 'recorded',
    ask: () => next((response) => ('status' in response ? response : undefined)),
    resolve: () => next((response) => ('records' in response ? response.records : undefined)),
    lookUp: () => next((response) => ('rows' in response ? response.rows : undefined)),
    screen: () => next((response) => ('screening' in response ? response.screening : undefined)),
    setting: () => null,
  };
}
