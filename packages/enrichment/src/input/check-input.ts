import { isObject } from '@tamis/stdx';
import { isTaxIdCountry, onlyHolderOfTaxId, recognizeTaxId, withoutPunctuation } from '@tamis/screening/tax-ids';

import type { ItemCode, ItemProblem } from '../item-problem.js';
import type { Asked, InputField, ParameterDeclaration, Provider } from '../provider.js';
import { sandboxParameters } from '../sandbox/simulation.js';

export const parameterLimits = { bytes: 16 * 1024, depth: 6 } as const;

export interface InputContext {
  /** Whether this is a sandbox, where `simulate` (failures) and `latencyMs` (delays) are also accepted. */
  readonly isSandbox?: boolean;
  /** Names that another integration of the same request declares; they are not reported as unknown here. */
  readonly otherParameters?: readonly string[];
}

const problem = (code: ItemCode, message: string): ItemProblem => ({ code, message });

/** Returns why a provider cannot be called, or `null` if it can. On a problem no request is sent and nothing is charged. */
export const checkInput = (provider: Provider, asked: Asked, context: InputContext = {}): ItemProblem | null =>
  fitProblem(provider, asked) ??
  missingProblem(provider, asked) ??
  taxIdProblem(provider, asked) ??
  parameterProblem(provider, asked.parameters, context);

/** Returns the values of the parameters that a provider declares, with its defaults filled in. */
export function fillParameters(
  { input }: Provider,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const filled = input.parameters.map(({ name, default: usual }) => [
    name,
    Object.hasOwn(parameters, name) ? parameters[name] : usual,
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as Readonly<Record<string, unknown>>;
}

export const fitsCountry = ({ countries }: Provider, country: string): boolean =>
  countries.includes('GLOBAL') || countries.includes(country);

function fitProblem(provider: Provider, { type, country }: Asked): ItemProblem | null {
  const { code, entityTypes, countries } = provider;
  if (!entityTypes.includes(type))
    return problem('NO_MATCHING_PROVIDER', `${code} supports ${entityTypes.join(' and ')}, but not ${type}.`);
  if (!fitsCountry(provider, country))
    return problem('NO_MATCHING_PROVIDER', `${code} supports ${countries.join(', ')}, but not ${country}.`);
  return null;
}

const has: Readonly<Record<InputField, (asked: Asked) => boolean>> = {
  taxId: ({ taxId }) => taxId !== null && taxId.trim() !== '',
  name: ({ name }) => name !== null && name.trim() !== '',
  email: ({ emails }) => emails.length > 0,
  phone: ({ phones }) => phones.length > 0,
};

function missingProblem({ code, input }: Provider, asked: Asked): ItemProblem | null {
  const missing = input.oneOf.map((fields) => fields.filter((field) => !has[field](asked)));
  if (missing.some((fields) => fields.length === 0)) return null;
  return problem('MISSING_INPUT', `${code} needs ${missing.map((fields) => fields.join(' and ')).join(', or ')}.`);
}

function taxIdProblem({ code, input, taxIdForms }: Provider, asked: Asked): ItemProblem | null {
  const { taxId, country, type } = asked;
  if (taxId === null || !input.oneOf.some((fields) => fields.includes('taxId'))) return null;
  const invalid = problem(
    'INVALID_TAX_ID',
    `The tax id is not valid in ${country}: check its characters and check digits.`,
  );
  const form = taxIdForms?.[country];
  if (form !== undefined) return form.test(withoutPunctuation(taxId.toUpperCase())) ? null : invalid;
  if (!isTaxIdCountry(country)) return null;
  if (recognizeTaxId(taxId, country) === null) return invalid;
  const holder = onlyHolderOfTaxId(taxId, country);
  return holder === null || holder === type
    ? null
    : problem('INVALID_TAX_ID', `The tax id belongs to a ${holder}, but ${code} was called for a ${type}.`);
}

function parameterProblem(
  { code, input }: Provider,
  parameters: Readonly<Record<string, unknown>>,
  { isSandbox = false, otherParameters = [] }: InputContext,
): ItemProblem | null {
  const invalid = (message: string) => problem('INVALID_PARAMETERS', message);
  if (depthOf(parameters) > parameterLimits.depth)
    return invalid(`\`parameters\` can be nested at most ${parameterLimits.depth} levels deep.`);
  if (new TextEncoder().encode(JSON.stringify(parameters)).length > parameterLimits.bytes)
    return invalid(`\`parameters\` can have at most ${parameterLimits.bytes} bytes.`);
  const declared = isSandbox ? [...input.parameters, ...sandboxParameters] : input.parameters;
  for (const declaration of declared) {
    const message = valueProblem(declaration, parameters[declaration.name]);
    if (message !== null) return invalid(message);
  }
  const known = new Set([...declared.map(({ name }) => name), ...otherParameters]);
  const unknown = Object.keys(parameters).find((name) => !known.has(name));
  if (unknown === undefined) return null;
  const taken = [...known].join(', ') || 'none';
  return invalid(`${shownName(unknown)} is not a parameter of ${code}, which has ${taken}.`);
}

/** The message is stored and shown, so a name that could not be a parameter name is not repeated in it. */
const shownName = (name: string): string =>
  /^[\w.-]{1,100}$/.test(name) ? `\`parameters.${name}\`` : 'A member of `parameters`';

type Constrained = ParameterDeclaration & { readonly oneOf?: readonly string[]; readonly most?: number };

function valueProblem({ name, type, required, oneOf, most }: Constrained, value: unknown): string | null {
  if (value === undefined) return required ? `\`parameters.${name}\` is required.` : null;
  if (typeof value !== type || (type === 'number' && !Number.isFinite(value)))
    return `\`parameters.${name}\` must be a ${type}.`;
  if (oneOf && !oneOf.includes(value as string)) return `\`parameters.${name}\` must be one of ${oneOf.join(', ')}.`;
  if (most !== undefined && ((value as number) < 0 || (value as number) > most))
    return `\`parameters.${name}\` must be from 0 to ${most}.`;
  return null;
}

/** Stops counting one level past the limit, so that no nesting is too deep to be measured. */
function depthOf(value: unknown, depth = 1): number {
  if (depth > parameterLimits.depth + 1 || (!Array.isArray(value) && !isObject(value))) return depth - 1;
  return Object.values(value as object).reduce<number>(
    (most, member) => Math.max(most, depthOf(member, depth + 1)),
    depth,
  );
}
