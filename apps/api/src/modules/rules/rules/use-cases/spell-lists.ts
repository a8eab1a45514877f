import { encodeRule, readRules } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { withListNames } from '../domain/action-lists.js';
import { type LibraryNames, sourceWithDeclarations, usedDeclarations } from '../domain/library-names.js';
import { namesInScope, parseSource } from '../domain/parse-source.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import { resolveNames } from '../domain/resolved-names.js';
import type { TextBindings } from './check-text.js';
import { resolveLists } from './resolve-lists.js';

/** Converts parts sent in addition to a text: responses show lists by id, and sending such a value back means the same as the text. */
export async function spellLists(
  client: Queryable,
  organizationId: string,
  parts: PartialRuleForm,
  {
    source,
    shared,
    bound,
    isStored = false,
  }: {
    readonly source: string;
    readonly shared: LibraryNames;
    readonly bound: TextBindings;
    readonly isStored?: boolean;
  },
): Promise<PartialRuleForm> {
  if (parts.actions == null) return parts;
  const read = parseSource(source);
  const whole = sourceWithDeclarations(source, usedDeclarations(read.rule, read.file, shared));
  const lists = await resolveLists(client, organizationId, readRules(whole).file, bound.lists, isStored);
  const form = encodeRule(read.rule, namesInScope(read.file, shared));
  return withListNames(parts, { form, names: resolveNames(read, shared, lists), lists });
}
