import { didYouMean, formatPath, type FieldDeclaration } from '@tamis/lang';
import { schema } from '@tamis/library';

/** Fields of people and companies. Derived fields are left out, since they are not stored in a record. */
const fields: readonly FieldDeclaration[] = (['person', 'company'] as const).flatMap((target) =>
  schema.fields(target).filter(({ derived }) => !derived),
);

/** JSON paths of the fields and of the objects that contain them. */
const knownPaths: ReadonlySet<string> = new Set(
  fields.flatMap(({ jsonPath }) => jsonPath.map((_, index) => formatPath(jsonPath.slice(0, index + 1)))),
);

/** Objects whose members can be arbitrary. */
const openObjectPaths: ReadonlySet<string> = new Set(
  fields.flatMap(({ jsonPath, openKeys }) => (openKeys ? [formatPath(jsonPath)] : [])),
);

/** Spelling of a field in rules: `entity.name` is `name` in JSON. */
const jsonPathsByRulePath: ReadonlyMap<string, string> = new Map(
  fields.map(({ path, jsonPath }) => [path, formatPath(jsonPath)]),
);

const isKnown = (path: string): boolean =>
  knownPaths.has(path) ||
  path.split('.').some((_, index, steps) => index > 0 && openObjectPaths.has(steps.slice(0, index).join('.')));

/** Returns the path that was probably meant. */
function suggestPath(path: string): string | undefined {
  const below = `.${path}`;
  return (
    jsonPathsByRulePath.get(path) ??
    didYouMean(path, knownPaths)[0] ??
    [...knownPaths].find((each) => each.endsWith(below))
  );
}

/**
 * Returns what is wrong with the JSON path of a field of people or companies, or `null` if nothing is. Changes of an unknown field would
 * never be detected.
 */
export function unknownFieldProblem(path: string): string | null {
  if (isKnown(path)) return null;
  const near = suggestPath(path);
  const help = near === undefined ? '`GET /rules/fields` names them as `jsonPath`' : `did you mean \`${near}\`?`;
  return `people and companies have no field \`${path}\`; ${help}`;
}
