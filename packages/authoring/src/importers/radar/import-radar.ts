import type { ImportOptions, ImportResult } from '../imported.js';
import { RuleWriter } from '../rule-writer.js';
import { RadarSyntaxError, translateRadarCondition } from './radar-condition.js';

/** A rule begins with one of these words, at the beginning of a line. */
const beginning = /^\s*(block|review|allow|request(?:\s+(?:3d\s+secure|3ds|credentials))?)\b/i;
const head = /^\s*(block|review|allow|request\s+(?:3d\s+secure|3ds|credentials))\s+if\b/i;

interface RadarAction {
  readonly action: string;
  readonly note?: string;
}

const requestsSecure: RadarAction = {
  action: 'key "radar_request_3ds"',
  note: 'the key tells the caller to ask for 3D Secure',
};

/** Actions without an equivalent become response keys, as advice to the caller. */
const actions: Readonly<Record<string, RadarAction>> = {
  block: { action: 'suggest BLOCK' },
  review: { action: 'suggest FLAG' },
  allow: {
    action: 'key "radar_allow"',
    note: 'Radar skips block and review rules where this one matches; here they decide too, and the key tells the caller',
  },
  'request 3d secure': requestsSecure,
  'request 3ds': requestsSecure,
  'request credentials': {
    action: 'key "radar_request_credentials"',
    note: 'the key tells the caller to ask for credentials',
  },
};

interface Statement {
  readonly text: string;
  /** The line number, starting at 1. */
  readonly line: number;
}

function statements(source: string): readonly Statement[] {
  const found: { text: string; line: number }[] = [];
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    const last = found.at(-1);
    if (beginning.test(line) || (!last && line.trim() !== '' && !/^\s*#/.test(line)))
      found.push({ text: line, line: index + 1 });
    else if (last) last.text += `\n${line}`;
  }
  return found;
}

function place({ text, line }: Statement, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${line + before.length - 1}, character ${(before.at(-1)?.length ?? 0) + 1}`;
}

function importStatement(statement: Statement, options: ImportOptions, writer: RuleWriter): void {
  const { text } = statement;
  const [start = '', word = ''] = head.exec(text) ?? [];
  const found = actions[word.toLowerCase().replace(/\s+/g, ' ')];
  if (!found) {
    const [first = ''] = beginning.exec(text) ?? [text.trim().split(/\s/)[0] ?? ''];
    const known = '`Block if`, `Review if`, `Allow if` and `Request 3D Secure if`';
    writer.refuse(place(statement, 0), `\`${first.trim()}\`: a rule must start with ${known}`);
    return;
  }
  try {
    const { text: condition, notes } = translateRadarCondition(text.slice(start.length), options);
    writer.write({
      at: place(statement, 0),
      name: `radar_line_${statement.line}`,
      comments: [text.trim().replace(/\s+/g, ' ')],
      notes: [...notes, ...(found.note === undefined ? [] : [found.note])],
      condition,
      actions: [found.action],
    });
  } catch (error) {
    if (!(error instanceof RadarSyntaxError)) throw error;
    writer.refuse(place(statement, start.length + error.at), error.message);
  }
}

/**
 * Imports consecutive rules of Stripe Radar. Supported are comparisons of an attribute with values, an `@list` or another attribute,
 * INCLUDES, LIKE, is_missing(), AND, OR, NOT, their signs, and parentheses; the attributes of the payment, its card, address and e-mail,
 * metadata, and counts over time by card, customer, e-mail and address. Allow and Request become response keys. Attributes without an
 * equivalent are refused by name unless `fields` maps them: Radar's own scores, checks of issuers, billing addresses. Missing data makes a
 * comparison unknown, and such a rule does not hit.
 */
export function importRadar(source: string, options: ImportOptions = {}): ImportResult {
  const writer = new RuleWriter();
  for (const statement of statements(source)) importStatement(statement, options, writer);
  return writer.result();
}
