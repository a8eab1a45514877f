import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { html, type Html } from './html-text.js';

/** Everything that must be the same for a report to come out the same. */
export interface Reproduction {
  /** The command line, as typed after `tamis`. */
  readonly args: readonly string[];
  /** Names of the sides, and the version of each: a hash of its content. */
  readonly sets: readonly { readonly name: string; readonly version: string }[];
  readonly params: readonly string[];
  /** What was replayed. `sha256` is that of the file, or `null` for records of a server. */
  readonly events: { readonly name: string; readonly sha256: string | null };
  /** Hash of the report. */
  readonly hash: string;
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Renders how to obtain the same report again. */
export const reproductionHtml = ({ args, sets, params, events, hash }: Reproduction): Html =>
  html`<section aria-labelledby="again">
    <h2 id="again">How to reproduce</h2>
    <pre>tamis ${args.map(shellWord).join(' ')}</pre>
    <ul>
      ${sets.map(({ name, version }) => html`<li>${name}: rule set <code>${version}</code></li>`)}
      <li>
        events:
        <code>${events.name}</code>${events.sha256 === null ? null : html`, SHA-256 <code>${events.sha256}</code>`}
      </li>
      <li>parameters: ${params.length === 0 ? 'as the rules have them' : params.join('; ')}</li>
      <li>result: <code>${hash}</code> (equal rules, events and options give an equal result)</li>
    </ul>
    <p class="quiet">
      The report does not say what customers or fraudsters would have done had they been stopped. Over a file each side
      sees what its own rules change (lists, statuses) unless --no-overlay is given; over records of a server with
      --overlay.
    </p>
  </section>`;
