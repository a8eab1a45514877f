import { readFile } from 'node:fs/promises';

import { dataFile, versionOf } from './data-files.js';
import type { Lookup } from './lookup.js';

/** Whether a domain, in small letters, is on the list of a package. */
async function loadDomains(name: string, path: string): Promise<Lookup> {
  const [version, text] = await Promise.all([versionOf(name), readFile(dataFile(name, path), 'utf8')]);
  const domains: ReadonlySet<string> = new Set(JSON.parse(text) as readonly string[]);
  return (domain) => ({ value: domains.has(domain), version });
}

export const loadFreeMail = (): Promise<Lookup> => loadDomains('free-email-domains', 'domains.json');

export const loadDisposableMail = (): Promise<Lookup> =>
  loadDomains('disposable-email-domains-js', 'dist/dict/disposable_email_blocklist.json');
