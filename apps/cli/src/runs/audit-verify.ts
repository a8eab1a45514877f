import { ChainVerifier, type ChainEntry, type ChainFault, type ChainHead, readHead, sha256 } from '@tamis/audit-chain';

import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblem, usageProblem, type Problem } from '../problem.js';
import type { ApiClient } from '../server/api-client.js';
import { connect } from '../server/connect.js';
import type { ServerFlags } from '../server/with-server.js';

export interface AuditVerifyFlags extends ServerFlags {
  /** Previously published heads, as text. */
  readonly head: readonly string[];
}

interface ChainPage {
  readonly organizationId: string;
  readonly entries: readonly ChainEntry[];
  readonly head: ChainHead;
}

interface AuditVerification {
  readonly entries: number;
  readonly head: ChainHead;
  readonly fault: ChainFault | null;
}

const explanations: Readonly<Record<ChainFault['kind'], string>> = {
  changed: 'its content, position or predecessor does not match its hash',
  replaced: 'the next entry was appended to another entry',
  missing: 'it is missing',
  inserted: 'it was never appended',
  rewritten: 'it differs from the published one: it, or an entry before it, was rewritten',
};

/** Runs `tamis audit verify`. Nothing from the server is trusted except what hashes prove. */
export async function verifyAuditTrail({ server, head, json }: AuditVerifyFlags, io: CliIo): Promise<ExitCode> {
  const published = head.map(readHead);
  const wrong = head[published.indexOf(null)];
  if (wrong !== undefined)
    return printProblem(usageProblem(`\`${wrong}\` is not a head: a sequence, a colon and 64 hexadecimal digits`), io);
  const client = connect(server, io);
  if (!client.ok) return printProblem(client.error, io);
  const verified = await verify(client.value, published as readonly ChainHead[]);
  if (!verified.ok) return printProblem(verified.error, io);
  io.out(json ? `${JSON.stringify(verified.value)}\n` : textOf(verified.value));
  return verified.value.fault ? exitCodes.findings : exitCodes.ok;
}

/** Verifies up to the head at the time of reading the first page. Entries appended in the meantime are left for the next time. */
async function verify(client: ApiClient, published: readonly ChainHead[]): Promise<Result<AuditVerification, Problem>> {
  const first = await fetchPage(client, 0);
  if (!first.ok) return first;
  const { head, organizationId } = first.value;
  const check = new ChainVerifier(sha256, organizationId, published);
  let entries = 0;
  let fault: ChainFault | null = null;
  for (let { entries: rows } = first.value; rows.length > 0 && fault === null;) {
    for (const entry of rows.filter(({ sequence }) => sequence <= head.sequence)) {
      fault ??= check.append(entry);
      entries += 1;
    }
    const last = rows.at(-1)!.sequence;
    if (last >= head.sequence) break;
    const page = await fetchPage(client, last);
    if (!page.ok) return page;
    rows = page.value.entries;
  }
  return ok({ entries, head, fault: fault ?? check.finish(head) });
}

async function fetchPage(client: ApiClient, after: number): Promise<Result<ChainPage, Problem>> {
  const answer = await client.request('/audit/chain', { query: { after } });
  return answer.ok ? ok(answer.value as unknown as ChainPage) : failure(answer.error);
}

function textOf({ entries, head, fault }: AuditVerification): string {
  if (fault) return `entry ${fault.sequence} is wrong (${fault.kind}): ${explanations[fault.kind]}\n`;
  return `${entries} entries, all unchanged\nhead: ${head.sequence}:${head.hash}\n`;
}
