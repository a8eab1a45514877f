import type { FastifyInstance } from 'fastify';

import { hasPermission, type Principal } from '../auth/index.js';
import { arrayElements, objectMembers } from '../http/index.js';
import { maskAccountNumber, maskAccountNumbers } from '../secrets/index.js';

/** Whether account numbers are shown in full, or only their last four characters. */
export type AccountNumbersShown = 'in full' | 'masked';

export const accountNumbersFor = ({ scopes }: Pick<Principal, 'scopes'>): AccountNumbersShown =>
  hasPermission(scopes, 'entities:read_sensitive') ? 'in full' : 'masked';

/** Returns a record, or something derived from one, as JSON text. */
export const withAccountNumbers = (json: string, shown: AccountNumbersShown): string =>
  shown === 'in full' ? json : maskAccountNumbers(json);

const memberName = '"accountNumber"';

/**
 * Masks account numbers anywhere in responses to callers who cannot see them. In the details of an error, the member is the path of a field,
 * and its value a message.
 */
export function registerAccountNumberMask(server: FastifyInstance): void {
  server.addHook('onSend', ({ principal }, { statusCode }, payload: unknown, done) => {
    // The permission comes first, because a response with a summary of many rules takes long to search.
    if (!principal || statusCode >= 400 || accountNumbersFor(principal) === 'in full') return done(null, payload);
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !payload.includes(memberName)) return done(null, payload);
    done(null, maskAccountNumbers(payload.toString()));
  });
}

/**
 * Returns the JSON text in which a masked account number, sent back as it was displayed, is replaced with the stored number at the same
 * position. Callers who may not see account numbers can thus send a whole object that contains one.
 */
export function keepAccountNumbers(sent: string, stored: string): string {
  if (!sent.includes('"****')) return sent;
  if (sent.startsWith('{') && stored.startsWith('{')) {
    const before = new Map(Array.from(objectMembers(stored), ({ name, value }) => [name, value]));
    const members = Array.from(objectMembers(sent), ({ key, name, value }) => {
      const own = before.get(name);
      return `${key}:${own === undefined ? value : keepMember(name, value, own)}`;
    });
    return `{${members.join(',')}}`;
  }
  if (!sent.startsWith('[') || !stored.startsWith('[')) return sent;
  const before = arrayElements(stored);
  return `[${arrayElements(sent)
    .map((element, place) => keepAccountNumbers(element, before[place] ?? ''))
    .join(',')}]`;
}

const isTextOrNumber = /^["\d-]/;

function keepMember(name: string, sent: string, stored: string): string {
  if (name !== 'accountNumber' || !isTextOrNumber.test(stored)) return keepAccountNumbers(sent, stored);
  const shown = JSON.stringify(maskAccountNumber(String(JSON.parse(stored))));
  return sent === shown ? stored : sent;
}
