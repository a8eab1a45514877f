import type { Body, TestApi } from './start-test-api.js';

/** Records of an account for members, roles and teams. */
export interface MemberRecords {
  readonly role: string;
  readonly member: string;
  /** A member of `team`. The other member, `member`, is the one that gets removed. */
  readonly spareMember: string;
  readonly team: string;
  /** A team that is removed, while `team` stays. */
  readonly spareTeam: string;
}

/** Ids that no record has. */
export const unknownMemberRecords: MemberRecords = {
  role: '00000000-0000-7000-8000-0000000000f8',
  member: '00000000-0000-7000-8000-0000000000f9',
  spareMember: '00000000-0000-7000-8000-0000000000d9',
  team: '00000000-0000-7000-8000-0000000000e2',
  spareTeam: '00000000-0000-7000-8000-0000000000d8',
};

/** Returns the id of the record that a response contains under a name. */
export const idOf = (body: Body, name: string): string => (body as Record<string, { id: string }>)[name]!.id;

/** Returns a function that creates a record and returns its id. */
export const maker =
  (call: TestApi['call']) =>
  async (path: string, name: string, body: object): Promise<string> => {
    const answer = await call(path, { body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return idOf(answer.body, name);
  };

export async function makeMemberRecords(call: TestApi['call'], mark: string): Promise<MemberRecords> {
  const make = maker(call);
  const role = await make('/roles', 'role', { name: mark, permissions: ['rules:read'] });
  const invite = (email: string): Promise<string> =>
    make('/members/invite', 'member', { email, roleId: role, environmentAccess: 'both' });
  const [member, spareMember] = [await invite(`${mark}@example.com`), await invite(`spare-${mark}@example.com`)];
  const team = await make('/teams', 'team', { name: mark });
  const spareTeam = await make('/teams', 'team', { name: `spare ${mark}` });
  await call(`/teams/${team}/members/${spareMember}`, { method: 'PUT' });
  return { role, member, spareMember, team, spareTeam };
}
