import { AnnounceExpiredKeys } from '../../src/modules/tenancy/api-keys/announce-expired-keys.js';
import { createWebhook } from './create-webhook.js';
import { createPersonAgent, type PersonAgent } from './person-agent.js';
import type { Body, TestApi } from './start-test-api.js';
import { password, type usePeople } from './use-people.js';
import { waitUntilFound } from './wait-until.js';
import type { Receiver } from './webhook-receiver.js';

/** Names of events, and a function that provokes them. */
export type Provocation = readonly [events: readonly string[], provoke: () => Promise<unknown>];

interface MadeKey {
  readonly apiKey: { readonly id: string };
}

type People = ReturnType<typeof usePeople>;

interface Provoking extends Pick<People, 'joined' | 'letters'> {
  readonly api: () => TestApi;
  readonly boss: () => Awaited<ReturnType<People['owner']>>;
  /** Receives the events of the organization of `boss`. */
  readonly receiver: () => Receiver;
  /** Sends a request and throws if it is rejected. Uses a key unless `by` is given. */
  readonly call: (method: string, path: string, body?: object, by?: PersonAgent) => Promise<Body>;
}

/** Provokes the events of members, keys and settings. */
export function securityProvocations({
  api,
  boss,
  receiver,
  joined,
  letters,
  call,
}: Provoking): readonly Provocation[] {
  return [
    [
      [
        ...['security.member.invited', 'security.member.activated', 'security.member.role_changed'],
        ...['security.member.profile_updated', 'security.member.deactivated', 'security.member.removed'],
        ...['security.member.environment_changed', 'security.member.environment_granted'],
        ...['security.member.environment_revoked', 'security.member.channel_granted'],
      ],
      async () => {
        const { id } = boss().production;
        const place = boss().inOrganization(id);
        const member = await joined(boss(), { environmentAccess: 'production' });
        const { roles } = (await call('GET', '/roles', undefined, place)) as { roles: { id: string; name: string }[] };
        const roleId = roles.find(({ name }) => name === 'Admin')!.id;
        const changes = [{ roleId, firstName: 'Eva' }, { environmentAccess: 'both' }, { environmentAccess: 'sandbox' }];
        for (const change of [...changes, { status: 'deactivated' }, { status: 'active' }])
          await call('PATCH', `/members/${member.id}`, change, place);
        await call('DELETE', `/members/${member.id}`, undefined, place);
        await call('POST', `/organizations/${id}/children`, { name: 'Branch', countryCode: 'BR' }, place);
      },
    ],
    childProvocation({ boss, receiver, joined, call }),
    teamProvocation({ boss, joined, call }),
    [
      [
        ...['security.auth.login_succeeded', 'security.auth.login_failed', 'security.auth.logout'],
        'security.member.password_reset',
      ],
      async () => {
        const { email } = boss();
        const elsewhere = createPersonAgent(api());
        await elsewhere.call('/auth/sign-in', { body: { email, password: 'not the password' } });
        await call('POST', '/auth/sign-in', { email, password }, elsewhere);
        await call('POST', '/auth/sign-out', {}, elsewhere);
        await call('POST', '/auth/password/forgot', { email }, elsewhere);
        const [letter] = await waitUntilFound(() => letters('mail.password_reset', email));
        const token = letter!.token;
        await call('POST', '/auth/password/reset', { token, password }, elsewhere);
      },
    ],
    [
      [
        ...['security.role.created', 'security.role.updated', 'security.role.deleted', 'security.settings.updated'],
        ...['security.api_key.created', 'security.api_key.revoked', 'security.api_key.expired'],
      ],
      async () => {
        const reader = { name: 'Reader', permissions: ['rules:read', 'alerts:read'] };
        const { role } = (await call('POST', '/roles', reader)) as { role: { id: string } };
        await call('PATCH', `/roles/${role.id}`, { permissions: ['rules:read'] });
        await call('DELETE', `/roles/${role.id}`);
        const organization = `/organizations/${api().production.organizationId}`;
        await call('PATCH', organization, { settings: { monitoringEnabled: false } });
        const newKey = async (): Promise<string> =>
          ((await call('POST', '/api-keys', { name: 'k', permissions: ['rules:read'] })) as MadeKey).apiKey.id;
        await call('DELETE', `/api-keys/${await newKey()}`);
        const expired = await newKey();
        await api().pool.query(`update api_keys set expires_at = now() - interval '1 hour' where id = $1`, [expired]);
        await api().app.get(AnnounceExpiredKeys, { strict: false }).announce();
      },
    ],
  ];
}

const teamProvocation = ({ boss, joined, call }: Pick<Provoking, 'boss' | 'joined' | 'call'>): Provocation => [
  ['security.member.team_added', 'security.member.team_removed'],
  async () => {
    const place = boss().inOrganization(boss().production.id);
    const { id } = await joined(boss(), { environmentAccess: 'production' });
    const { team } = (await call('POST', '/teams', { name: 'Desk' }, place)) as { team: { id: string } };
    await call('PUT', `/teams/${team.id}/members/${id}`, undefined, place);
    await call('DELETE', `/teams/${team.id}`, undefined, place);
  },
];

/** Provokes the events of members who become or cease to be owners of a child organization. */
const childProvocation = ({
  boss,
  receiver,
  joined,
  call,
}: Pick<Provoking, 'boss' | 'receiver' | 'joined' | 'call'>): Provocation => [
  ['security.member.channel_revoked', 'security.member.created'],
  async () => {
    const { id } = boss().production;
    const place = boss().inOrganization(id);
    const { roles } = (await call('GET', '/roles', undefined, place)) as { roles: { id: string; name: string }[] };
    const roleId = roles.find(({ name }) => name === 'Owner')!.id;
    const other = await joined(boss(), { roleId });
    const body = { name: 'Subsidiary', countryCode: 'BR' };
    const made = (await call('POST', `/organizations/${id}/children`, body, place)) as { production: { id: string } };
    const [inChild, asOther] = [boss().inOrganization(made.production.id), other.inOrganization(made.production.id)];
    await createWebhook((path, request) => inChild.call(path, request), receiver().url);
    // The removed member is the only owner of the child, which is then owned by the owners of its parent again.
    const { members } = (await call('GET', '/members', undefined, asOther)) as {
      members: { id: string; email: string }[];
    };
    const own = members.find(({ email }) => email === boss().email)!;
    await call('DELETE', `/members/${own.id}`, undefined, asOther);
    await call('DELETE', `/members/${other.id}`, undefined, place);
  },
];
