import { Injectable } from '@nestjs/common';
import { type DocumentType, documentTypes } from '@tamis/identity-documents';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import { findOrganization } from '../../../tenancy/organizations/index.js';
import { findImages } from '../../images/index.js';
import { SealedFindings, type Validation, type ValidationStatus } from '../../validations/index.js';
import { attemptsLeft, type SessionSteps, stepsOf } from '../domain/session-steps.js';

/** Everything that the page knows. */
export interface SessionState {
  readonly status: ValidationStatus;
  /** `null` for the language of the device. */
  readonly language: string | null;
  /** Used if the device names no supported language. */
  readonly organizationLanguage: string | null;
  readonly organizationName: string;
  readonly personFirstName: string | null;
  readonly documentTypes: readonly DocumentType[];
  readonly steps: SessionSteps;
  readonly mrz: { readonly needed: boolean };
  readonly attemptsLeft: number;
  readonly expiresAt: Date;
  readonly redirectUrl: string | null;
}

@Injectable()
export class ReadSession {
  constructor(
    private readonly database: TenantDatabase,
    private readonly findings: SealedFindings,
  ) {}

  async state(validation: Validation): Promise<SessionState> {
    const { organizationId, entityId, status, expiresAt, redirectUrl } = validation;
    const client = this.database.forOrganization(organizationId);
    const [organization, entities, findings, steps] = await Promise.all([
      findOrganization(client, organizationId),
      findEntitiesById(client, organizationId, [entityId]),
      this.findings.read(client, validation),
      this.steps(client, validation),
    ]);
    const entity = entities.get(entityId);
    const { person } = JSON.parse(entity?.entityData ?? '{}') as { readonly person?: { readonly firstName?: string } };
    return {
      ...{ status, language: validation.language, organizationLanguage: organization?.language ?? null },
      organizationName: organization?.name ?? '',
      personFirstName: person?.firstName ?? entity?.name.split(' ')[0] ?? null,
      ...{ documentTypes, steps, mrz: { needed: findings.document?.type !== 'drivers_license' } },
      ...{ attemptsLeft: attemptsLeft(validation), expiresAt, redirectUrl },
    };
  }

  async steps(client: Queryable, validation: Validation): Promise<SessionSteps> {
    const { organizationId, id } = validation;
    const images = await findImages(client, organizationId, id);
    const sides = images.map(({ side }) => side);
    return stepsOf(validation, await this.findings.read(client, validation), sides);
  }
}
