import type { ImportResult } from '../imported.js';
import { RuleWriter } from '../rule-writer.js';
import { translateRadarCondition, RadarSyntaxError } from './radar-condition.js';

/** A rule begins with one of them, at the beginning of a line. */
const beginning = /^\s*(block|review|allow|request(?:\s+(?:3d\s+secure|credentials))?)\b/i;
const head = /^\s*(\w+)\s+if\b/i;

const actions: Readonly<Record<string, string>> = { block: 'suggest BLOCK', review: 'suggest FLAG' };

interface Statement {
  readonly text: string;
  /** From 1. */
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

/**
 * Rules of Stripe Radar, one after the other, each from `Block if` or `Review if`. Read are comparisons (=, !=, <, <=, >, >=), IN with
 * values or an `@list`, INCLUDES, LIKE with % at its ends, is_missing(), AND, OR, NOT and parentheses; of attributes those of the
 * payment, its card, address and e-mail, and metadata. Refused by name: Allow and Request, which no action equals, Radar's own
 * scores, and its counts over time. What is missing makes a comparison unknown, and such a rule does not hit.
 */
export function importRadar(source: string): ImportResult {
  const writer = new RuleWriter();
  for (const statement of statements(source)) {
    const { text } = statement;
    const [start = '', action = ''] = head.exec(text) ?? [];
    const effect = actions[action.toLowerCase()];
    if (effect === undefined) {
      const [word = ''] = beginning.exec(text) ?? [text.trim().split(/\s/)[0] ?? ''];
      writer.refuse(place(statement, 0), `\`${word.trim()}\`: only \`Block if\` and \`Review if\` have an equal`);
      continue;
    }
    try {
      const condition = translateRadarCondition(text.slice(start.length));
      const comment = text.trim().replace(/\s+/g, ' ');
      writer.write({
        at: place(statement, 0),
        name: `radar_line_${statement.line}`,
        comments: [comment],
        condition,
        actions: [effect],
      });
    } catch (error) {
      if (!(error instanceof RadarSyntaxError)) throw error;
      writer.refuse(place(statement, start.length + error.at), error.message);
    }
  }
  return writer.result();
}
