import { Injectable } from '@nestjs/common';
import { readRules } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { findRiskMatrices } from '../../../decisions/rule-sets/index.js';
import { matrixText } from '../domain/matrix-texts.js';
import { declarationName, type LibraryNames } from '../domain/library-names.js';
import { sharedFileName } from '../domain/planned-library.js';
import { normalizeSource, declarationTexts, type NamedSource } from '../domain/rules-in-files.js';
import { matrixIdsOf, type Rule } from '../domain/rule.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findCurrentRules } from '../persistence/rule-store.js';

export interface ExportedRules {
  readonly rules: readonly Rule[];
  /** Shared names and matrices; empty if nothing is shared. */
  readonly shared: string;
}

/** `GET /rules/export`: returns rules as texts, in their newest versions, with the names they use. */
@Injectable()
export class ExportRules {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Exports the rules of the organization, those with the given ids, or those of a matrix. Throws 404 for a rule or matrix that does not
   * exist.
   */
  async export(
    organizationId: string,
    { ruleIds, matrixId }: { readonly ruleIds?: readonly string[]; readonly matrixId?: string },
  ): Promise<ExportedRules> {
    const client = this.database.forOrganization(organizationId);
    const known = await findRiskMatrices(client, organizationId);
    if (matrixId !== undefined && known.every(({ id }) => id !== matrixId))
      throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', undefined, undefined, 404);
    const all = await findCurrentRules(client, organizationId);
    const rules = all
      .filter(({ id }) => ruleIds?.includes(id) ?? true)
      .filter(({ text }) => matrixId === undefined || matrixIdsOf(text).includes(matrixId));
    if (ruleIds && rules.length < new Set(ruleIds).size && matrixId === undefined) throw notFound('Rule');
    const ids = new Set([...rules.flatMap(({ text }) => matrixIdsOf(text)), matrixId]);
    const matrices = known.filter(({ id }) => ids.has(id));
    const names = usedNameTexts(await readLibraryNames(client, organizationId), rules);
    const parts = [...(names.length > 0 ? [names.join('\n')] : []), ...matrices.map(matrixText)];
    return { rules, shared: parts.map((each) => `${each}\n`).join('\n') };
  }
}

/** Returns the texts of shared names used by rules, as written in the library. */
function usedNameTexts({ source, file }: LibraryNames, rules: readonly Rule[]): readonly string[] {
  const used = new Set(
    rules.flatMap(({ text }) => text.names.flatMap(({ name, from }) => (from === 'library' ? [name] : []))),
  );
  const texts = [...declarationTexts(source, file)];
  return texts.flatMap(([declaration, text]) => (used.has(declarationName(declaration) ?? '') ? [text] : []));
}

/**
 * Returns everything as one text, with names that several rules declare identically only once. Throws 422 `NAME_IN_USE` if a name has
 * different meanings in several rules, which a single file cannot express.
 */
export function toSingleFile({ rules, shared }: ExportedRules): string {
  const declared = new Map<string, string>();
  const parts: string[] = shared === '' ? [] : [shared];
  for (const { text } of rules) {
    const source = normalizeSource(text.source);
    const own = [...declarationTexts(source, readRules(source).file)].flatMap(([declaration, written]) => {
      const name = declarationName(declaration);
      if (name === null) return [written];
      if (declared.get(name) === written) return [];
      if (declared.has(name)) throw nameConflict(name);
      declared.set(name, written);
      return [written];
    });
    parts.push(`${own.join('\n\n')}\n`);
  }
  return parts.join('\n');
}

function nameConflict(name: string): ApiError {
  const message = `\`${name}\` has different meanings in several rules; use format=json, which returns one file per rule`;
  return new ApiError('NAME_IN_USE', message, { [name]: message });
}

/** Returns everything as files that `POST /rules/plan` accepts unchanged. */
export const toFiles = ({ rules, shared }: ExportedRules): readonly NamedSource[] => [
  ...(shared === '' ? [] : [{ name: sharedFileName, source: shared }]),
  ...rules.map(({ text }) => ({ name: ruleFileName(text.form.key, rules), source: text.source })),
];

/** Returns a file name based on the key. It must differ from that of the shared file, whose declarations are shared. */
function ruleFileName(key: string, rules: readonly Rule[]): string {
  const keys = new Set(rules.map(({ text }) => text.form.key));
  let name = `${key}.rules`;
  for (let free = `${key}_rule`; name === sharedFileName; free += '_') if (!keys.has(free)) name = `${free}.rules`;
  return name;
}
