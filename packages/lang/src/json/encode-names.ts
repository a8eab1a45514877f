import type { ConstDeclaration } from '../ast/const-declaration.js';
import type { DefineDeclaration } from '../ast/define-declaration.js';
import type { ListDeclaration } from '../ast/list-declaration.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleFile } from '../ast/rule-file.js';
import { declaredNames } from './declared-names.js';
import { encodeScope, type EncodeScope, type NameKind } from './encode-context.js';
import { encodeContextOf } from './encode-rule.js';
import { encodeValue } from './encode-value.js';
import type { RuleNameJson } from './names-json.js';
import { usedNames } from './used-names.js';
import type { ValueJson } from './value-json.js';

type Named = ListDeclaration | ConstDeclaration | ParamDeclaration | DefineDeclaration;

const declarationsOf = (file: RuleFile): readonly Named[] => [
  ...file.lists,
  ...file.constants,
  ...file.parameters,
  ...file.definitions,
];

function valueJson(declaration: Named, scope: EncodeScope): ValueJson {
  if (declaration.kind === 'listDeclaration') return declaration.reference.value;
  if (declaration.kind !== 'defineDeclaration') return encodeValue(declaration.value, scope);
  const inner = new Set([...scope.names, ...declaration.parameters.map(({ text }) => text)]);
  return encodeValue(declaration.body, { ...scope, names: inner });
}

const kinds: Readonly<Record<Named['kind'], RuleNameJson['kind']>> = {
  listDeclaration: 'list',
  constDeclaration: 'const',
  paramDeclaration: 'param',
  defineDeclaration: 'define',
};

/**
 * Returns every list, constant, parameter and definition that a rule uses, directly or indirectly, in the order of the files. A name from
 * the rule's own source takes precedence over one from the library.
 */
export function encodeNames(rule: RuleDeclaration, source: RuleFile, library: RuleFile | null = null): RuleNameJson[] {
  const files = [...(library === null ? [] : [library]), source];
  const byName = new Map(files.flatMap(declarationsOf).map((each) => [each.name.text, each]));
  const used = usedNames({ ...rule, tests: [] }, byName);
  const declared = new Map<string, NameKind>(files.flatMap((file) => [...declaredNames(file)]));
  const { names: _lets, ...context } = encodeContextOf(rule, declared);
  const scope = encodeScope({ ...context, names: declared });
  const own = new Set<Named>(declarationsOf(source));
  return [...byName.values()]
    .filter(({ name }) => used.has(name.text))
    .map((declaration) => nameJson(declaration, scope, own.has(declaration) ? 'source' : 'library'));
}

const nameJson = (declaration: Named, scope: EncodeScope, from: RuleNameJson['from']): RuleNameJson => ({
  name: declaration.name.text,
  kind: kinds[declaration.kind],
  value: valueJson(declaration, scope),
  ...(declaration.kind === 'defineDeclaration' && declaration.parameters.length > 0
    ? { params: declaration.parameters.map(({ text }) => text) }
    : {}),
  from,
});

/** Returns all declarations of a library, by kind and in order. Paths in definitions are relative to transactions. */
export function encodeLibrary(library: RuleFile): RuleNameJson[] {
  const scope = encodeScope({ target: 'transaction', names: declaredNames(library) });
  return declarationsOf(library).map((declaration) => nameJson(declaration, scope, 'library'));
}
