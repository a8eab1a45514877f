import { type TestResponse, type Call, send, type TestApi } from './start-test-api.js';

export interface PersonCall extends Call {
  /** Another server than the test's own. */
  readonly at?: string;
}

/** A browser of one person: it keeps the cookies it is given, and says of writes from which page they come. */
export interface PersonAgent {
  call(path: string, call?: PersonCall): Promise<TestResponse>;
  /** The same browser, whose requests name an organization. */
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
