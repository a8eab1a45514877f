import { Injectable } from '@nestjs/common';
import { encodeLibrary } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import type { ResolvedName } from '../domain/resolved-names.js';
import { findNameUses, readLibraryNames } from '../persistence/library-names-store.js';

import { type ShownParameter, shownParameters } from './shown-parameters.js';

export interface ShownName extends Omit<ResolvedName, 'from'> {
  readonly between?: ShownParameter['between'];
  readonly step?: ShownParameter['step'];
  readonly usedBy: readonly string[];
}

export interface ShownNames {
  readonly shared: LibraryNames;
  readonly names: readonly ShownName[];
}

@Injectable()
export class ReadLibraryNames {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /rules/library`. */
  async names(organizationId: string): Promise<ShownNames> {
    const shared = await readLibraryNames(this.database.of(organizationId), organizationId);
    const uses = await findNameUses(this.database.of(organizationId), organizationId);
    const parameters = new Map(
      (await shownParameters(this.database.of(organizationId), organizationId, shared, uses)).map((each) => [
        each.name,
        each,
      ]),
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
    return shownParameters(this.database.of(organizationId), organizationId, shared, uses);
  }

  async parameter(organizationId: string, name: string): Promise<ShownParameter> {
    const found = (await this.parameters(organizationId)).find((each) => each.name === name);
    if (!found) throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter');
    return found;
  }
}
