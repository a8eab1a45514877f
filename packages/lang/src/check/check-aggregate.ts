import type { AggregateLink, AggregateNode } from '../ast/aggregate-node.js';
import { e0401 } from '../diagnostics/codes/e0401.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0402 } from '../diagnostics/codes/e0402.js';
import { e0404 } from '../diagnostics/codes/e0404.js';
import { e0405 } from '../diagnostics/codes/e0405.js';
import { e0406 } from '../diagnostics/codes/e0406.js';
import { e0408 } from '../diagnostics/codes/e0408.js';
import { e0409 } from '../diagnostics/codes/e0409.js';
import { w1306 } from '../diagnostics/codes/w1306.js';
import { w1312 } from '../diagnostics/codes/w1312.js';
import { asDecimal } from '@tamis/stdx';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { durationValue, isCalendarDuration } from '../values/literal-value.js';
import { checkCondition, checkExpression } from './check-expression.js';
import type { AggregateFrame } from './checked-rule.js';
import { isPlainFilter } from './plain-filter.js';
import { resolvePath } from './resolve-path.js';
import { atSubject, type Place, type RuleContext } from './rule-context.js';

/** Sources an aggregate can read. */
const sources = ['transactions'] as const;

const isSource = (name: string): name is (typeof sources)[number] => (sources as readonly string[]).includes(name);

/** The side of the record a link looks at. */
const linkedSide = { from: 'originEntityId', to: 'destinationEntityId' } as const;

function checkLink(link: AggregateLink, rule: RuleContext): AggregateFrame['links'][number] | null {
  const found = resolvePath(link.path, atSubject, rule);
  if (!found) return null;
  if (found.resolution.kind !== 'field' || found.type.kind !== 'entity') {
    rule.findings.add(e0402, link.path, {
      message: `\`${link.kind}\` is followed by an entity, and this is ${typeName(found.type)}`,
      help: `\`${link.kind} ${rule.targets.includes('transaction') ? 'origin' : 'entity'}\``,
    });
    return null;
  }
  rule.resolutions.set(link.path, found.resolution);
  rule.types.set(link.path, found.type);
  return { subjectPath: found.resolution.field.jsonPath, recordPath: [linkedSide[link.kind]] };
}

function checkWindow(node: AggregateNode, rule: RuleContext): { spanMs: number; spanMonths: number } | null {
  if (!node.window) {
    rule.findings.add(e0405, node, { message: `this \`${node.function}\` has no window`, help: 'add `in last 24h`' });
    return null;
  }
  const { duration } = node.window;
  const calendar = isCalendarDuration(duration);
  const length = asDecimal(durationValue(duration));
  const longest = calendar ? limits.windowMonths : limits.windowMs;
  if (length.gt(longest) || !length.isInteger()) {
    const message = length.gt(longest)
      ? 'a window is at most 731 days (24 months) long'
      : 'a window is a whole number of milliseconds or months long';
    rule.findings.add(e0406, duration, { message });
    return null;
  }
  return calendar ? { spanMs: 0, spanMonths: length.toNumber() } : { spanMs: length.toNumber(), spanMonths: 0 };
}

function checkSource(node: AggregateNode, rule: RuleContext): (typeof sources)[number] | null {
  if (isSource(node.source)) return node.source;
  const [closest = sources[0]] = didYouMean(node.source, sources);
  rule.findings.add(e0401, node, {
    message: `\`${node.source}\` is not a source of records`,
    help: `did you mean \`${closest}\`?`,
  });
  return null;
}

/** The type of the result; null when reported. */
function checkValue(node: AggregateNode, place: Place, rule: RuleContext): Type | null {
  const declaration = rule.catalogue.aggregate(node.function);
  if (!declaration) throw new Error(`the catalogue lacks the aggregate ${node.function}`);
  if (declaration.value === 'none') {
    if (!node.value) return declaration.result(null);
    rule.findings.add(e0409, node.value, {
      message: `\`${node.function}\` counts records and takes no value`,
      help: 'write the condition behind `where`',
    });
    return null;
  }
  if (!node.value) {
    rule.findings.add(e0404, node, {
      message: `\`${node.function}\` needs a value to compute from`,
      help: `\`${node.function}(amount as USD of transactions …)\``,
    });
    return null;
  }
  const type = checkExpression(node.value, place, rule);
  if (!type) return null;
  const result = declaration.result(type);
  if (!result) {
    rule.findings.add(e0302, node.value, { message: `\`${node.function}\` cannot be computed from ${typeName(type)}` });
    return null;
  }
  if (type.kind === 'money' && type.currency === undefined)
    rule.findings.add(w1306, node.value, {
      message: 'no currency is named',
      help: 'write `as USD` behind it, or your own currency',
    });
  return result;
}

/** `count(prior transactions from origin in last 24h where …)` and its siblings. */
export function checkAggregate(node: AggregateNode, place: Place, rule: RuleContext): Type | null {
  if (place.record !== null) {
    rule.findings.add(e0408, node, {
      message: `this \`${node.function}\` stands inside another aggregate`,
      help: 'name it with `let` first',
    });
    return null;
  }
  const declaration = rule.catalogue.aggregate(node.function);
  const source = checkSource(node, rule);
  if (!declaration || !source) return null;
  const inRecord: Place = { record: source };
  const errorsBefore = rule.findings.errors;
  const type = checkValue(node, inRecord, rule);
  const links = node.links.map((link) => checkLink(link, rule));
  const window = checkWindow(node, rule);
  if (node.where) checkCondition(node.where, inRecord, rule);
  if (!type || !window || links.includes(null) || rule.findings.errors > errorsBefore) return null;
  if (links.length === 0)
    rule.findings.add(w1312, node, {
      message: 'neither `from` nor `to` says whose records count',
      help: 'add `from origin`',
    });
  rule.aggregates.push(node);
  const frame: AggregateFrame = {
    source,
    links: links.filter((link) => link !== null),
    ...window,
    prior: node.prior,
    cost: node.where === null || isPlainFilter(node.where, rule.resolutions) ? 'c3' : 'c4',
  };
  rule.resolutions.set(node, { kind: 'aggregate', declaration, window: frame });
  return type;
}
