// The script that a page loads to check rules. Three parts are loaded later, each from a file of its own:
// - documentation: texts of operators, functions, aggregates and fields, for hover and completion (`loadDocumentation`)
// - patterns: whether a regular expression is one (E0601, E0602, E0907); until then every pattern counts as right (`loadPatterns`)
// - analysis: what rules say of each other (`analyse` of the service)
import { libraryCatalogue as wholeCatalogue } from '@tamis/library';

export { createLanguageService, semanticTokenTypes } from '../src/language-service/index.ts';

/** @type {{declarations: Record<string, {documentation: string, examples: readonly object[]}>, fields: Record<string, string>}} */
let texts = { declarations: {}, fields: {} };
/** @type {(pattern: string) => object | null} */
let patternProblem = () => null;

const withoutTexts = { documentation: '', examples: [] };

/** Returns the declaration, with its texts as soon as they are loaded. */
function documented(/** @type {string} */ kind) {
  return (/** @type {{name: string}} */ declaration) => {
    const found = () => texts.declarations[`${kind} ${declaration.name}`] ?? withoutTexts;
    return Object.create(declaration, {
      documentation: { get: () => found().documentation },
      examples: { get: () => found().examples },
    });
  };
}

const byName = (/** @type {readonly {name: string}[]} */ declarations) => {
  const found = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  return (/** @type {string} */ name) => found.get(name) ?? null;
};

const operators = wholeCatalogue.operators.map(documented('operator'));
const functions = wholeCatalogue.functions.map(documented('function'));
const aggregates = wholeCatalogue.aggregates.map(documented('aggregate'));

/** @type {WeakMap<object, object>} */
const describedFields = new WeakMap();

/** Returns the field, with its description as soon as it is loaded. `owner` is a source of records, or `subject`. */
function described(/** @type {string} */ owner, /** @type {{path: string} | null} */ field) {
  if (field === null) return null;
  const known = describedFields.get(field);
  if (known) return known;
  const description = { get: () => texts.fields[`${owner} ${field.path}`] ?? '' };
  const made = Object.create(field, { description });
  describedFields.set(field, made);
  return made;
}

const { schema: wholeSchema } = wholeCatalogue;

const schema = {
  ...wholeSchema,
  field: (target, steps) => described('subject', wholeSchema.field(target, steps)),
  recordField: (source, steps) => described(source, wholeSchema.recordField(source, steps)),
  fields: (target) => wholeSchema.fields(target).map((field) => described('subject', field)),
  recordFields: (source) => wholeSchema.recordFields(source).map((field) => described(source, field)),
};

/** Everything that a rule author can name. */
export const libraryCatalogue = {
  ...wholeCatalogue,
  schema,
  operators,
  functions,
  aggregates,
  operator: byName(operators),
  function: byName(functions),
  aggregate: byName(aggregates),
  patternProblem: (/** @type {string} */ pattern) => patternProblem(pattern),
};

/** Makes the texts available to hover and completion. */
export async function loadDocumentation() {
  texts = await import('./documentation.mjs');
}

/** Enables the check of patterns: call `recheck` of an open service afterwards. */
export async function loadPatterns() {
  ({ patternProblem } = await import('./patterns.mjs'));
}
