import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import type { PersonAgent } from '../../../apps/api/test/support/person-agent.js';
import { unknownRecords } from '../../../apps/api/test/support/tenant-records.js';
import type { Attack } from '../attack.js';
import { rightsOf } from '../route-rights.js';
import type { World } from '../world.js';

/** Headers that a signed-in person's browser sends for a page of another site; `HOST` is the server that receives the request. */
const origins: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'file://' },
  { origin: 'http://HOST.evil.example' },
  { origin: 'http://evil.example/HOST' },
  { origin: 'http://evil.example?HOST' },
  { origin: 'http://evil.example#HOST' },
  { origin: 'http://HOST@evil.example' },
  { origin: 'http://user@HOST' },
  { origin: 'http://user:password@HOST' },
  { origin: 'http://HOST/' },
  { origin: 'http://HOST/path' },
  { origin: 'http://HOST.' },
  { origin: 'http://HOST, https://evil.example' },
  { origin: 'https://evil.example, http://HOST' },
  { origin: ' http://HOST evil' },
  { origin: 'HTTP://HOST' },
  { origin: '//HOST' },
  { origin: 'HOST' },
  { origin: 'javascript://HOST' },
  { origin: 'chrome-extension://HOST' },
  { origin: 'http://localhost:1' },
  { origin: 'http://127.0.0.1' },
  { origin: 'http://[::1]' },
  { origin: 'https://evil.example', referer: 'http://HOST/' },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  { origin: 'https://evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { origin: 'https://evil.example', 'x-original-host': 'evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://HOST', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'x-http-method-override': 'GET' },
  { origin: 'https://evil.example', 'content-type': 'text/plain' },
]; // prettier-ignore

/** Number of people across whom the attacks are spread, so that none of them exceeds the request limit of a person. */
const crossSitePeople = 16;

/** Returns write requests with the cookies of people, on every route, as pages of other sites make browsers send them. */
export function crossSite(
  { api, routes }: World,
  personOf: (index: number) => Promise<PersonAgent>,
): readonly Attack[] {
  const { host } = new URL(api.url);
  const writes = routes.filter(({ name, method }) => method !== 'GET' && rightsOf.get(name)!.who !== 'nobody');
  return writes
    .flatMap((route) => origins.map((written) => ({ route, written })))
    .map(({ route, written }, index) => {
      const headers = Object.fromEntries(
        Object.entries(written).map(([name, text]) => [name, text.replace('HOST', host)]),
      );
      return {
        what: `${route.name} from a page of ${JSON.stringify(headers)}`,
        got: async () => {
          const person = await personOf(index % crossSitePeople);
          const { path, ...request } = requestOf(route, unknownRecords);
          const { status, text } = await person.call(path, { ...request, headers });
          return status === 403 && text.includes('CROSS_SITE_REQUEST') ? null : `${status} ${text}`;
        },
      };
    });
}
