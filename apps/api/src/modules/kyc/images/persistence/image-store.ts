import { mostBitsOfCopy } from '@tamis/identity-documents';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { BlobTable } from '../../blobs/index.js';
import type { KycImage } from '../domain/image.js';
import { imageLimits } from '../domain/image-limits.js';

const columns = `i.id, i.organization_id as "organizationId", i.validation_id as "validationId", i.entity_id as "entityId", i.side,
  i.content_type as "contentType", i.bytes, i.width, i.height, i.sha256, i.fingerprint::text as fingerprint`;

export const imageTable: BlobTable = { table: 'kyc_images', lookup: 'kyc images' };

/** Returns SQL for the bits of a hexadecimal parameter. */
const bits = (parameter: string): string => `('x' || ${parameter}::text)::bit(256)`;

/** Stores an image, replacing one of the same side, whose blob is removed afterwards. */
export async function replaceImage(client: Transaction, image: KycImage, now: Date): Promise<void> {
  const { organizationId, validationId, side } = image;
  await client.query({
    name: 'kyc-image-replace',
    text: `update kyc_images set removed_at = $4, sha256 = null, fingerprint = null
      where organization_id = $1 and validation_id = $2 and side = $3 and removed_at is null`,
    values: [organizationId, validationId, side, now],
  });
  await client.query({
    name: 'kyc-image-insert',
    text: `insert into kyc_images (organization_id, id, validation_id, entity_id, side, content_type, bytes, width, height, sha256,
        fingerprint, stored_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${bits('$11')}, $12)`,
    values: [
      ...[organizationId, image.id, validationId, image.entityId, side, image.contentType, image.bytes],
      ...[image.width, image.height, image.sha256, image.fingerprint, now],
    ],
  });
}

/** Returns the current images of a validation, at most one of each side. */
export async function findImages(
  client: Queryable,
  organizationId: string,
  validationId: string,
): Promise<readonly KycImage[]> {
  const { rows } = await client.query<KycImage>({
    name: 'kyc-images-of',
    text: `select ${columns} from kyc_images i where i.organization_id = $1 and i.validation_id = $2 and i.removed_at is null`,
    values: [organizationId, validationId],
  });
  return rows;
}

/** Whether another person of the organization submitted one of the images, or recently one that looks the same. */
export async function isShownByOthers(
  client: Queryable,
  organizationId: string,
  entityId: string,
  images: readonly KycImage[],
): Promise<boolean> {
  const ids = images.map(({ id }) => id);
  const { rows } = await client.query<{ found: boolean }>({
    name: 'kyc-images-reused',
    text: `with own as (select sha256, fingerprint from kyc_images where organization_id = $1 and id = any($3)),
        others as (select fingerprint from kyc_images where organization_id = $1 and entity_id <> $2 and removed_at is null
          and fingerprint is not null order by stored_at desc limit $4)
      select exists (select from kyc_images i join own using (sha256)
          where i.organization_id = $1 and i.entity_id <> $2 and i.removed_at is null)
        or exists (select from own join others on bit_count(own.fingerprint # others.fingerprint) <= $5) as found`,
    values: [organizationId, entityId, ids, imageLimits.compared, mostBitsOfCopy],
  });
  return rows[0]!.found;
}

/** Marks the blobs of validations to be removed after the transaction. */
export async function removeImagesOf(
  client: Transaction,
  organizationId: string,
  validationIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'kyc-images-remove',
    text: `update kyc_images set removed_at = now(), sha256 = null, fingerprint = null
      where organization_id = $1 and validation_id = any($2) and removed_at is null`,
    values: [organizationId, validationIds],
  });
}
