import { type TestResponse, type Call, send, type TestApi } from './start-test-api.js';

export interface PersonCall extends Call {
  /** Another server than the test's own. */
  readonly at?: string;
}

/** A browser of one person: it keeps the cookie it is given, and says of writes from which page they come. */
export interface PersonAgent {
  call(path: string, call?: PersonCall): Promise<TestResponse>;
  /** The same browser, whose requests name an organization. */
  inOrganization(organizationId: string): PersonAgent;
}

export function createPersonAgent(api: TestApi): PersonAgent {
  let cookie: string | undefined;
  const agent = (organizationId: string | null): PersonAgent => ({
    call: async (path, { at = api.url, ...call } = {}) => {
      const headers = {
        origin: at,
        ...(cookie !== undefined && { cookie }),
        ...(organizationId !== null && { 'x-organization-id': organizationId }),
        ...call.headers,
      };
      const answer = await send(at + path, null, { ...call, headers });
      const given = answer.headers.get('set-cookie');
      if (given !== null) cookie = given.split(';', 1)[0];
      return answer;
    },
    inOrganization: (id) => agent(id),
  });
  return agent(null);
}
