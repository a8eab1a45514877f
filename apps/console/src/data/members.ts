import type { components } from '@tamis/client';
import { answerOf, clientOf } from './client.js';

export type Member = components['schemas']['MemberDto'];

const pageSize = 100;
const mostPages = 50;

/** All members of an organization, page after page. */
export async function readMembers(organizationId: string, signal: AbortSignal): Promise<readonly Member[]> {
  const all: Member[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const query: { limit: number; cursor?: string } = { limit: pageSize, ...(cursor !== null && { cursor }) };
    const answer = await answerOf(clientOf(organizationId).GET('/members', { params: { query }, signal }));
    all.push(...answer.members);
    cursor = answer.pagination.nextCursor;
    if (cursor === null) break;
  }
  return all;
}
