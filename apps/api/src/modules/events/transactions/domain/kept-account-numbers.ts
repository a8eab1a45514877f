import { arrayElements, objectMembers } from '../../../../platform/http/index.js';
import { maskAccountNumber } from '../../../../platform/secrets/index.js';

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
