import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { Blobs } from '../../../../platform/blobs/index.js';
import { SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { countWaiting } from '../../../casework/assignments/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import { findImages, type ImageSide } from '../../images/index.js';
import { withChange } from '../domain/document-holder.js';
import type { Findings, Validation } from '../domain/validation.js';
import {
  findCurrent,
  findValidation,
  selectValidations,
  type ValidationFilter,
} from '../persistence/validation-store.js';
import { SealedFindings } from './sealed-findings.js';

export interface ReadValidation {
  readonly validation: Validation;
  readonly findings: Findings;
  /** The sides for which there is an image. */
  readonly images: readonly ImageSide[];
}

export interface OpenedImage {
  readonly bytes: Buffer;
  readonly contentType: string;
}

@Injectable()
export class ReadValidations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly findings: SealedFindings,
    private readonly blobs: Blobs,
  ) {}

  /** Returns how many validations wait for a review: those of one person, those of nobody, and all. */
  waiting(organizationId: string, personId: string) {
    const client = this.database.forOrganization(organizationId);
    const inReview = () => new SqlConditions(organizationId).addRaw("status = 'in_review'");
    return countWaiting(client, 'kyc_validations', inReview, personId);
  }

  list(organizationId: string, query: PageQuery & ValidationFilter): Promise<Page<Validation>> {
    return selectValidations(this.database.forOrganization(organizationId), organizationId, query);
  }

  /** Throws 404. */
  async get(organizationId: string, id: string): Promise<ReadValidation> {
    const found = await findValidation(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Validation');
    return this.complete(found);
  }

  /** Throws 404 if the person has no current validation. */
  async current(organizationId: string, entityId: string): Promise<ReadValidation> {
    const found = await findCurrent(this.database.forOrganization(organizationId), organizationId, entityId);
    if (!found) throw notFound('Validation');
    return this.complete(found);
  }

  /** Records in the audit trail who viewed the image. Throws 404 for an image that does not exist, or no longer exists. */
  async openImage(principal: Principal, id: string, side: ImageSide): Promise<OpenedImage> {
    const { organizationId } = principal;
    const { validation } = await this.get(organizationId, id);
    const images = await findImages(this.database.forOrganization(organizationId), organizationId, id);
    const image = images.find((each) => each.side === side);
    const bytes = image && (await this.blobs.get({ organizationId, id: image.id }));
    if (!bytes) throw notFound('Image');
    await this.database.transaction(organizationId, (client) =>
      recordAudit(client, byPrincipal(principal), [
        {
          event: 'kyc_validation_image_viewed',
          resourceType: 'kyc_validation',
          resourceId: id,
          summary: `the image ${side} of identity validation ${id} was viewed`,
          relatedIds: { entityId: validation.entityId },
        },
      ]),
    );
    return { bytes, contentType: image.contentType };
  }

  private async complete(validation: Validation): Promise<ReadValidation> {
    const { organizationId, id, entityId, status } = validation;
    const client = this.database.forOrganization(organizationId);
    const [images, found, entities] = await Promise.all([
      findImages(client, organizationId, id),
      this.findings.read(client, validation),
      // The reviewer compares the document with what the person is now.
      status === 'in_review' ? findEntitiesById(client, organizationId, [entityId]) : null,
    ]);
    return {
      validation,
      findings: entities ? withChange(entities.get(entityId), found) : found,
      images: images.map(({ side }) => side),
    };
  }
}
