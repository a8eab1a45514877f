import { Injectable } from '@nestjs/common';
import { encodeLibrary } from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import type { ResolvedName } from '../domain/resolved-names.js';
import { findNameUses, readLibraryNames } from '../persistence/library-names-store.js';

import { type ParameterView, toParameterViews } from './parameter-views.js';

export interface LibraryNameView extends Omit<ResolvedName, 'from'> {
  readonly between?: ParameterView['between'];
  readonly step?: ParameterView['step'];
  readonly usedBy: readonly string[];
}

export interface LibraryNamesView {
  readonly shared: LibraryNames;
  readonly names: readonly LibraryNameView[];
}

@Injectable()
export class ReadLibraryNames {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /rules/library`. */
  async getNames(organizationId: string): Promise<LibraryNamesView> {
    const shared = await readLibraryNames(this.database.forOrganization(organizationId), organizationId);
    const uses = await findNameUses(this.database.forOrganization(organizationId), organizationId);
    const parameters = new Map(
      (await toParameterViews(this.database.forOrganization(organizationId), organizationId, shared, uses)).map(
        (each) => [each.name, each],
      ),
    );
    const names = encodeLibrary(shared.file).map(({ from: _from, ...each }): LibraryNameView => {
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
  async listParameters(organizationId: string): Promise<readonly ParameterView[]> {
    const shared = await readLibraryNames(this.database.forOrganization(organizationId), organizationId);
    const uses = await findNameUses(this.database.forOrganization(organizationId), organizationId);
    return toParameterViews(this.database.forOrganization(organizationId), organizationId, shared, uses);
  }

  async getParameter(organizationId: string, name: string): Promise<ParameterView> {
    const found = (await this.listParameters(organizationId)).find((each) => each.name === name);
    if (!found) throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter');
    return found;
  }
}
