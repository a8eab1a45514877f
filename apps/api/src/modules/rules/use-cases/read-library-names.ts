import { Injectable } from '@nestjs/common';
import { encodeLibrary, encodeLiteral, printExpression, type Expression, type LiteralJson } from '@tamis/lang';

import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import type { ResolvedName } from '../domain/resolved-names.js';
import { findNameUses } from '../persistence/name-uses.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { checkLibraryNames } from './check-library-names.js';

/** A parameter as answers show it. */
export interface ShownParameter {
  readonly name: string;
  /** `money` */
  readonly type: string;
  readonly value: LiteralJson | string;
  readonly default: LiteralJson | string;
  readonly between: readonly [low: LiteralJson | string, high: LiteralJson | string] | null;
  readonly step: LiteralJson | string | null;
  /** Keys of the rules that use it. */
  readonly usedBy: readonly string[];
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

export interface ShownName extends Omit<ResolvedName, 'from'> {
  readonly between?: ShownParameter['between'];
  readonly step?: ShownParameter['step'];
  readonly usedBy: readonly string[];
}

export interface ShownNames {
  readonly shared: LibraryNames;
  readonly names: readonly ShownName[];
}

/** A literal as JSON, an expression over constants as its text. */
const shown = (expression: Expression): LiteralJson | string =>
  encodeLiteral(expression) ?? printExpression(expression);

const shownOrNull = (expression: Expression | null): LiteralJson | string | null => expression && shown(expression);

@Injectable()
export class ReadLibraryNames {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /rules/library`. */
  async names(organizationId: string): Promise<ShownNames> {
    const shared = await readLibraryNames(this.database.of(organizationId), organizationId);
    const uses = await findNameUses(this.database.of(organizationId), organizationId);
    const parameters = new Map(
      (await this.shownParameters(organizationId, shared, uses)).map((each) => [each.name, each]),
    );
    const names = encodeLibrary(shared.file).map(({ from: _from, ...each }): ShownName => {
      const parameter = parameters.get(each.name);
      return {
        ...each,
        ...(parameter && { value: parameter.value, between: parameter.between, step: parameter.step }),
        usedBy: uses.get(each.name) ?? [],
      };
    });
    return { shared, names };
  }

  /** `GET /rules/params`. */
  async parameters(organizationId: string): Promise<readonly ShownParameter[]> {
    const shared = await readLibraryNames(this.database.of(organizationId), organizationId);
    const uses = await findNameUses(this.database.of(organizationId), organizationId);
    return this.shownParameters(organizationId, shared, uses);
  }

  async parameter(organizationId: string, name: string): Promise<ShownParameter> {
    const found = (await this.parameters(organizationId)).find((each) => each.name === name);
    if (!found) throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter');
    return found;
  }

  private async shownParameters(
    organizationId: string,
    shared: LibraryNames,
    uses: ReadonlyMap<string, readonly string[]>,
  ): Promise<readonly ShownParameter[]> {
    if (shared.file.parameters.length === 0) return [];
    const values = parameterValues(shared);
    const checked = await checkLibraryNames(this.database.of(organizationId), organizationId, shared);
    const types = new Map(checked.parameters.map(({ name, type }) => [name, type.kind]));
    return shared.file.parameters.map(({ name: { text: name }, value, minimum, maximum, step }) => {
      const setting = Object.hasOwn(shared.parameters, name) ? shared.parameters[name]! : null;
      return {
        name,
        type: types.get(name) ?? 'any',
        value: shown(setting ? (values[name] ?? value) : value),
        default: shown(value),
        between: minimum && maximum ? ([shown(minimum), shown(maximum)] as const) : null,
        step: shownOrNull(step),
        usedBy: uses.get(name) ?? [],
        changedAt: setting?.changedAt ?? null,
        changedBy: setting?.changedBy ?? null,
      };
    });
  }
}
