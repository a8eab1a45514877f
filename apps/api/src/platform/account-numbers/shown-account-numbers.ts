import type { FastifyInstance } from 'fastify';

import { hasPermission, type Principal } from '../auth/index.js';
import { arrayElements, objectMembers } from '../http/index.js';
import { maskAccountNumber, maskAccountNumbers } from '../secrets/index.js';

/** Whether account numbers are shown, or their last four characters. */
export type AccountNumbersShown = 'in full' | 'masked';

export const accountNumbersFor = ({ scopes }: Pick<Principal, 'scopes'>): AccountNumbersShown =>
  hasPermission(scopes, 'entities:read_sensitive') ? 'in full' : 'masked';

/** A record, or what is made of one, as JSON text. */
export const withAccountNumbers = (json: string, shown: AccountNumbersShown): string =>
  shown === 'in full' ? json : maskAccountNumbers(json);

const memberName = '"accountNumber"';

/** Masks account numbers in whatever is answered to somebody who may not see them, wherever in it they stand. */
export function registerAccountNumberMask(server: FastifyInstance): void {
  server.addHook('onSend', (request, _reply, payload: unknown, done) => {
    const { principal } = request;
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!principal || !isText || !payload.includes(memberName) || accountNumbersFor(principal) === 'in full')
      return done(null, payload);
    done(null, maskAccountNumbers(payload.toString()));
  });
}

/**
 * JSON text in which an account number that comes back as it is shown masked is the one that is stored at its place. A caller who may not
 * see numbers can so send a whole object that holds one.
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
