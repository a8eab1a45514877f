import type { AggregateNode } from '../ast/aggregate-node.js';
import type { AggregateDeclaration, AggregateFold } from '../catalogue/catalogue.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0404 } from '../diagnostics/codes/e0404.js';
import { e0408 } from '../diagnostics/codes/e0408.js';
import { e0409 } from '../diagnostics/codes/e0409.js';
import { e0410 } from '../diagnostics/codes/e0410.js';
import { w1306 } from '../diagnostics/codes/w1306.js';
import { w1312 } from '../diagnostics/codes/w1312.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { literalValue } from '../values/literal-value.js';
import type { AggregateFrame, FrameLink } from './aggregate-frame.js';
import { checkCondition, checkExpression } from './check-expression.js';
import { checkLink } from './check-link.js';
import { checkSource, type ResolvedSource } from './check-source.js';
import { checkWindow } from './check-window.js';
import { lintWhere } from './lint-where.js';
import { isPlainFilter } from './plain-filter.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

function checkLast(node: AggregateNode, rule: RuleContext): number | null | 'reported' {
  if (!node.last) return null;
  const count = literalValue(node.last);
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= limits.lastRecords) return count;
  rule.findings.add(e0410, node.last, {
    message: `\`last\` takes a whole number from 1 to ${limits.lastRecords}`,
    help: 'name a window instead: `in last 30d`',
  });
  return 'reported';
}

/** Returns how values are folded, or `null` after reporting that `distinct` is not allowed with the function. */
function foldOf(node: AggregateNode, declaration: AggregateDeclaration, rule: RuleContext): AggregateFold | null {
  if (!node.distinct) return declaration;
  if (declaration.distinct) return declaration.distinct;
  rule.findings.add(e0409, node, {
    message: `\`distinct\` cannot be used with \`${node.function}\``,
    help: 'write `count(distinct …)`',
  });
  return null;
}

/** Whether a value is present exactly if one is required. */
function checkShape(node: AggregateNode, declaration: AggregateDeclaration, rule: RuleContext): boolean {
  if (declaration.value === 'none' && !node.distinct && node.value) {
    rule.findings.add(e0409, node.value, {
      message: `\`${node.function}\` looks at records and takes no value`,
      help:
        node.function === 'count'
          ? 'write `count(distinct …)`, or the condition after `where`'
          : 'write the condition after `where`',
    });
    return false;
  }
  const needsValue = declaration.value === 'required' || node.distinct;
  if (needsValue && !node.value) {
    rule.findings.add(e0404, node, {
      message: `\`${node.function}${node.distinct ? ' distinct' : ''}\` needs a value to compute from`,
      help: node.distinct
        ? '`count(distinct destination of transactions …)`'
        : `\`${node.function}(amount as USD of transactions …)\``,
    });
    return false;
  }
  if (!declaration.needsFilter || node.where) return true;
  rule.findings.add(e0404, node, {
    message: `\`${node.function}\` needs a condition`,
    help: `\`${node.function}(transactions … where status = "DECLINED")\``,
  });
  return false;
}

/** Returns the type of the result, or `null` after reporting a problem. */
function checkValue(node: AggregateNode, fold: AggregateFold, place: ExpressionScope, rule: RuleContext): Type | null {
  if (!node.value) return fold.result(null);
  const type = checkExpression(node.value, place, rule);
  if (!type) return null;
  const result = fold.result(type);
  if (!result) {
    rule.findings.add(e0302, node.value, { message: `\`${node.function}\` cannot be computed from ${typeName(type)}` });
    return null;
  }
  const converts = type.kind === 'money' && type.currency === undefined && !node.distinct;
  if (converts && result.kind === 'money' && node.function !== 'latest' && node.function !== 'earliest')
    rule.findings.add(w1306, node.value, {
      message: 'no currency is given',
      help: 'write `as USD` after it, or your own currency',
    });
  return result;
}

function costOf(
  node: AggregateNode,
  declaration: AggregateDeclaration,
  source: ResolvedSource,
  rule: RuleContext,
): AggregateFrame['cost'] {
  if (source.timePath === null) return 'c2';
  if (declaration.readsRows) return 'c4';
  if (node.last !== null && Number(node.last.text) > limits.lastRecordsKept) return 'c4';
  const isPlain = node.where === null || isPlainFilter(node.where, rule.resolutions);
  return isPlain ? 'c3' : 'c4';
}

function isNested(node: AggregateNode, place: ExpressionScope, rule: RuleContext): boolean {
  if (place.record === null && !place.insideAggregate) return false;
  rule.findings.add(e0408, node, {
    message: `this \`${node.function}\` is inside another aggregate`,
    help: 'name it with `let` first',
  });
  return true;
}

/** Reports W1312. The author has to decide whose records count, so the suggested edit is not safe: it changes the meaning. */
function lintKey(node: AggregateNode, { declaration }: ResolvedSource, rule: RuleContext): void {
  const word = declaration?.sides.from ? 'from' : 'involving';
  const subject = ['origin', 'entity'].find((name) =>
    rule.targets.every((target) => rule.catalogue.schema.field(target, [name])),
  );
  const message = 'a link such as `from` is missing';
  if (subject === undefined) return void rule.findings.add(w1312, node, { message });
  const link = `${word} ${subject}`;
  const at = node.source.range?.end;
  rule.findings.add(w1312, node, {
    message,
    help: `add \`${link}\``,
    ...(at && {
      fixes: [
        { title: `add \`${link}\``, safe: false, edits: [{ range: { start: at, end: at }, newText: ` ${link}` }] },
      ],
    }),
  });
}

/** Checks `count(prior transactions from origin in last 24h where …)` and other aggregates. */
export function checkAggregate(node: AggregateNode, place: ExpressionScope, rule: RuleContext): Type | null {
  if (isNested(node, place, rule)) return null;
  const declaration = rule.catalogue.aggregate(node.function);
  const source = checkSource(node, place, rule);
  if (!declaration || !source) return null;
  const fold = foldOf(node, declaration, rule);
  if (!fold || !checkShape(node, declaration, rule)) return null;
  const { expectedKind: _wanted, ...outer } = place;
  const inRecord: ExpressionScope = { ...outer, record: source.record };
  const errorsBefore = rule.findings.errors;
  const type = checkValue(node, fold, inRecord, rule);
  const links = node.links.map((link) => checkLink(link, node, source, outer, rule));
  const last = checkLast(node, rule);
  const window = checkWindow(node, source, outer, rule);
  if (node.where) checkCondition(node.where, inRecord, rule);
  if (!type || !window || last === 'reported' || links.includes(null) || rule.findings.errors > errorsBefore)
    return null;
  if (node.where) lintWhere(node, rule);
  if (links.length === 0 && source.timePath !== null) lintKey(node, source, rule);
  rule.aggregates.push(node);
  rule.resolutions.set(node, {
    kind: 'aggregate',
    declaration,
    fold,
    window: {
      source: source.record.source,
      listPath: source.listPath,
      foundWith: source.foundWith,
      timePath: source.timePath,
      links: links as FrameLink[],
      window,
      prior: node.prior,
      last,
      distinct: node.distinct,
      cost: costOf(node, declaration, source, rule),
    },
  });
  return type;
}
