import type { TestResponse, Body, TestApi } from './start-test-api.js';

export const dayMs = 86_400_000;
export const isoTimeAgo = (ms: number): string => new Date(Date.now() - ms).toISOString();

let made = 0;

/** Returns a number that no other name in the test file contains. */
export const nextDeviceNumber = (): number => (made += 1);

/** Returns the requests of the device tests. `api` is read when they are sent. */
export function deviceCalls(api: () => TestApi) {
  const entity = async (more: object = {}, key?: string): Promise<string> => {
    const n = nextDeviceNumber();
    const body = { type: 'person', name: `Person ${n}`, countryCode: 'BR', externalId: `e-${n}`, ...more };
    const answer = await api().call('/entities', { body, ...(key !== undefined && { key }) });
    return (answer.body as { entity: { id: string } }).entity.id;
  };
  const event = async (entityId: string, more: object = {}, key?: string): Promise<TestResponse> => {
    const body = { eventType: 'LOGIN_SUCCESS', userId: 'u', entityId, ...more };
    const answer = await api().call('/events/user', { body, ...(key !== undefined && { key }) });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer;
  };
  const devicesOf = async (entityId: string, query = ''): Promise<readonly Body[]> =>
    ((await api().call(`/devices/entity/${entityId}${query}`)).body as { devices: readonly Body[] }).devices;
  const contextOf = async (entityId: string, query = ''): Promise<Body> => {
    const answer = await api().call(`/devices/entity/${entityId}/investigation-context${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: Body }).data;
  };
  return { entity, event, devicesOf, contextOf };
}
