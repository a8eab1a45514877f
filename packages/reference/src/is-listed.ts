import {
  formatPath,
  isUnknown,
  readPath,
  unknown,
  type Expression,
  type ListBinding,
  type Outcome,
  type PathNode,
} from '@tamis/lang';
import { numericText, type Numeric } from '@tamis/stdx';
import type { Place, Walk } from './evaluate-rule.js';

const normalized = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Follows names to the field they stand for. */
function fieldOf(node: Expression, walk: Walk): PathNode | null {
  if (node.kind !== 'path') return null;
  const resolution = walk.rule.meaning.resolution(node);
  if (resolution?.kind === 'let')
    return fieldOf((walk.rule.lets[resolution.index] as { value: Expression }).value, walk);
  return resolution?.kind === 'field' && resolution.scope === 'subject' ? node : null;
}

function jsonPath(node: Expression, walk: Walk): readonly string[] {
  const field = fieldOf(node, walk);
  const resolution = field && walk.rule.meaning.resolution(field);
  return resolution?.kind === 'field' ? resolution.field.jsonPath : [];
}

/** An entity is listed by its tax id, else by the caller's id, else by ours. */
function entityText(path: readonly string[], id: string, walk: Walk): string {
  const { context } = walk.world;
  const [last = ''] = path.slice(-1);
  const entity = last.endsWith('EntityId') ? readPath(context, [last.replace(/Id$/, '')]) : context;
  const texts = [readPath(entity, ['taxId']), readPath(entity, ['externalId']), id];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? id;
}

const scalarText = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value)
      ? [numericText(value as Numeric)]
      : [];

/** Is the value an item of the list? A list that is not available is unknown, never "not listed". */
export function isListed(node: Expression, list: ListBinding, walk: Walk, place: Place): Outcome {
  const value = walk.evaluate(node, place);
  if (isUnknown(value)) return value;
  const path = jsonPath(node, walk);
  const at = path.length > 0 ? { path: formatPath(path) } : {};
  if (value === '') return unknown({ cause: 'empty_text', ...at });
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
  const broken = elements.find(isUnknown);
  if (broken !== undefined) return broken;
  const isEntity = walk.rule.meaning.type(node).kind === 'entity';
  const texts = isEntity ? [entityText(path, value as string, walk)] : elements.flatMap(scalarText);
  if (texts.length === 0) return Array.isArray(value) ? false : unknown({ cause: 'type', ...at });
  const items = walk.world.lists.get(list.id);
  if (!items) return unknown({ cause: 'list_unavailable', listId: list.id });
  return texts.some((text) => [...items].some((item) => normalized(item) === normalized(text)));
}
