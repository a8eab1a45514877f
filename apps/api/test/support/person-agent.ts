import { type TestResponse, type Call, send, type TestApi } from './start-test-api.js';

export interface PersonCall extends Call {
  /** URL of a server other than the one of the test. */
  readonly at?: string;
}

/** A browser of one person. It keeps the cookies that it receives, and sends the origin of the page with writes. */
export interface PersonAgent {
  call(path: string, call?: PersonCall): Promise<TestResponse>;
  /** Returns the same browser, whose requests then name an organization. */
  inOrganization(organizationId: string): PersonAgent;
}

export function createPersonAgent(api: TestApi, origin?: string): PersonAgent {
  const jar = new Map<string, string>();
  const agent = (organizationId: string | null): PersonAgent => ({
    call: async (path, { at = api.url, ...call } = {}) => {
      const headers = {
        origin: origin ?? at,
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(organizationId !== null && { 'x-organization-id': organizationId }),
        ...call.headers,
      };
      const answer = await send(at + path, null, { ...call, headers });
      for (const given of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
        if (value === '') jar.delete(name!);
        else jar.set(name!, value!);
      }
      return answer;
    },
    inOrganization: (id) => agent(id),
  });
  return agent(null);
}
