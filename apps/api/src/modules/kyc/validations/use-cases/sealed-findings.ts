import { Injectable } from '@nestjs/common';

import type { Queryable } from '../../../../platform/database/index.js';
import { type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import { type Findings, noFindings, type Validation } from '../domain/validation.js';
import { findFindings } from '../persistence/validation-store.js';

type Place = Pick<Validation, 'organizationId' | 'id'>;

const locationOf = ({ organizationId, id }: Place): SecretLocation => ({
  ...{ organizationId, table: 'kyc_validations', rowId: id, field: 'findings' },
});

/** Stores the data read from documents encrypted in the database. */
@Injectable()
export class SealedFindings {
  constructor(private readonly secrets: Secrets) {}

  seal(client: Queryable, validation: Place, findings: Findings): Promise<Buffer> {
    return this.secrets.seal(client, locationOf(validation), JSON.stringify(findings));
  }

  async read(client: Queryable, validation: Place): Promise<Findings> {
    const sealed = await findFindings(client, validation.organizationId, validation.id);
    if (sealed === null) return noFindings;
    return JSON.parse(await this.secrets.open(client, locationOf(validation), sealed)) as Findings;
  }
}
