import { isPublicAddress } from '../../../apps/api/src/platform/egress/public-address.js';
import type { Attack } from '../attack.js';
import type { World } from '../world.js';

/** Addresses that are none of the public internet, as they may be written in a URL. */
export const innerHosts: readonly string[] = [
  // this machine
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '0.1',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'sub.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  // networks at home
  '10.0.0.1',
  '10.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.257',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.0.1',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  // who tells of a machine in a cloud
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '192.0.0.192',
  // for documents, measurements, many receivers, and later
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[100::1]',
  '[100:0:0:1::1]',
  '[1::1]',
  '[4000::1]',
  '[8000::1]',
  '[e000::1]',
  '[::fffe:7f00:1]',
  '[5f00::1]',
];

/** Other ways to somewhere else. */
const otherUrls: readonly string[] = [
  'http://93.184.216.34/',
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'data:text/plain,a',
  'javascript:alert(1)',
  'unix:///var/run/docker.sock',
  '//127.0.0.1/',
  '///127.0.0.1/',
  'https:127.0.0.1',
  'https:/127.0.0.1',
  'https:\\\\127.0.0.1',
  'https://93.184.216.34@127.0.0.1/',
  'https://127.0.0.1:443@10.0.0.1/',
  'https://user:password@93.184.216.34/',
  'https://127.0.0.1#@93.184.216.34/',
  'https://127.0.0.1?@93.184.216.34/',
  'https://127.0.0.1\\@93.184.216.34/',
  'https://93.184.216.34\r\nHost: 127.0.0.1/',
  'https://[::1',
  'https://',
  '',
  'https://999.999.999.999/',
];

/** Every address of the table, as far as it is written as numbers: the function that all that goes out asks. */
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

/** Every address, in every way of writing it, on every route that takes one to send to. */
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
