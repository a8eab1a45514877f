import { isPublicAddress } from '../../../apps/api/src/platform/egress/public-address.js';
import { innerHosts, otherUrls } from '../../../apps/api/test/support/inner-hosts.js';
import type { Attack } from '../attack.js';
import type { World } from '../world.js';

/** Returns an attack for every address of the table that can be written as a number, on the function that checks all outgoing requests. */
export const addressesAsNumbers = (): readonly Attack[] =>
  innerHosts.flatMap((host) => {
    if (!URL.canParse(`https://${host}/`)) return [];
    const { hostname } = new URL(`https://${host}/`);
    return [
      {
        what: `the address ${host} as ${hostname}`,
        got: () => Promise.resolve(isPublicAddress(hostname.replaceAll(/[[\]]/g, '')) ? 'is held public' : null),
      },
    ];
  });

/** Returns attacks with every address, in every notation, on every route that accepts an address to send to. */
export function innerAddresses({ api, mine }: World): readonly Attack[] {
  const urls = [
    ...innerHosts.flatMap((host) => [`https://${host}/`, `https://${host}:8443/a`, `http://${host}/`]),
    ...otherUrls,
  ];
  const events = ['alert.created'];
  return urls.flatMap((url) =>
    (
      [
        ['POST', '/webhook-config', { name: 'inner', url, events }],
        ['PATCH', `/webhook-config/${mine.webhook}`, { url }],
      ] as const
    ).map(([method, path, body]) => ({
      what: `${method} ${path} with ${url}`,
      got: async () => {
        const { status, text } = await api.call(path, { method, body });
        return status === 400 ? null : `${status} ${text}`;
      },
    })),
  );
}
