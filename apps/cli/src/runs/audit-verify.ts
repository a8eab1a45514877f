import { ChainVerifier, type ChainEntry, type ChainFault, type ChainHead, readHead, sha256 } from '@tamis/audit-chain';

import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';

export interface AuditVerifyOptions {
  readonly url: string;
  /** API key. */
  readonly key: string;
  /** Previously published heads, as text. */
  readonly heads: readonly string[];
  readonly json: boolean;
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
export async function verifyAuditTrail({ url, key, heads, json }: AuditVerifyOptions, io: CliIo): Promise<ExitCode> {
  const published = heads.map(readHead);
  const wrong = heads[published.indexOf(null)];
  if (wrong !== undefined)
    return printUsageProblem(io, `\`${wrong}\` is not a head: a sequence, a colon and 64 hexadecimal digits`);
  if (key === '') return printUsageProblem(io, 'TAMIS_API_KEY is not set');
  if (!URL.canParse(url)) return printUsageProblem(io, `\`${url}\` is not a URL`);
  let verified: AuditVerification;
  try {
    verified = await verify(url, key, published as readonly ChainHead[]);
  } catch (error) {
    io.err(`tamis: ${url}: ${(error as Error).message}\n`);
    return exitCodes.failure;
  }
  io.out(json ? `${JSON.stringify(verified)}\n` : textOf(verified));
  return verified.fault ? exitCodes.findings : exitCodes.ok;
}

function printUsageProblem(io: CliIo, problem: string): ExitCode {
  io.err(`tamis: ${problem}\n`);
  return exitCodes.usage;
}

/** Verifies up to the head at the time of reading the first page. Entries appended in the meantime are left for the next time. */
async function verify(url: string, key: string, published: readonly ChainHead[]): Promise<AuditVerification> {
  const first = await fetchPage(url, key, 0);
  const { head, organizationId } = first;
  const check = new ChainVerifier(sha256, organizationId, published);
  let entries = 0;
  let fault: ChainFault | null = null;
  for (let { entries: rows } = first; rows.length > 0 && fault === null;) {
    for (const entry of rows.filter(({ sequence }) => sequence <= head.sequence)) {
      fault ??= check.append(entry);
      entries += 1;
    }
    const last = rows.at(-1)!.sequence;
    if (last >= head.sequence) break;
    rows = (await fetchPage(url, key, last)).entries;
  }
  return { entries, head, fault: fault ?? check.finish(head) };
}

async function fetchPage(url: string, key: string, after: number): Promise<ChainPage> {
  const address = new URL(`${url.replace(/\/+$/, '')}/audit/chain?after=${after}`);
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as ChainPage;
}

function textOf({ entries, head, fault }: AuditVerification): string {
  if (fault) return `entry ${fault.sequence} is wrong (${fault.kind}): ${explanations[fault.kind]}\n`;
  return `${entries} entries, all unchanged\nhead: ${head.sequence}:${head.hash}\n`;
}
