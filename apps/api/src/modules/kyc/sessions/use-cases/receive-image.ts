import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';
import { imageFingerprint, readImage } from '@tamis/identity-documents';

import type { RequestOrigin } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { type DescribedBlob, ReceiveBlob } from '../../blobs/index.js';
import { imageLimits, type ImageSide, imageTypes, type KycImage, replaceImage } from '../../images/index.js';
import { updateValidation, type Validation } from '../../validations/index.js';
import type { SessionSteps } from '../domain/session-steps.js';
import { byVisitor, OpenSessions } from './open-sessions.js';
import { ReadSession } from './session-state.js';

/** Receives an image of a document or face: its type is determined from its bytes, and metadata added by cameras is removed. */
@Injectable()
export class ReceiveImage {
  constructor(
    private readonly database: TenantDatabase,
    private readonly receiving: ReceiveBlob,
    private readonly sessions: OpenSessions,
    private readonly reading: ReadSession,
  ) {}

  /** Throws 400 if it is not such an image, 413 if it is too large, and 503 if too many are being received. */
  async receive(
    validation: Validation,
    side: ImageSide,
    body: IncomingMessage,
    from: RequestOrigin,
  ): Promise<SessionSteps> {
    if (validation.imageCount >= imageLimits.ofValidation) throw tooMany();
    return this.receiving.receive(body, {
      ...{ owner: validation.sessionId, types: imageTypes },
      describe: (sent) => describeImage(validation, side, sent),
      store: async (image) => ({ isKept: true, result: await this.store(validation, image, from, new Date()) }),
    });
  }

  private store(validation: Validation, image: KycImage, from: RequestOrigin, now: Date): Promise<SessionSteps> {
    return this.database.runAtomically(validation.organizationId, async (client) => {
      const begun = await this.sessions.begin(client, validation, byVisitor(validation, from), now);
      if (begun.imageCount >= imageLimits.ofValidation) throw tooMany();
      await replaceImage(client, image, now);
      await updateValidation(client, begun, { imageCount: begun.imageCount + 1 }, now);
      return this.reading.steps(client, begun);
    });
  }
}

const tooMany = (): ApiError =>
  new ApiError('TOO_MANY_FILES', `At most ${imageLimits.ofValidation} images can be uploaded for one validation`, {
    image: `at most ${imageLimits.ofValidation}, including replaced ones`,
  });

function describeImage(
  { organizationId, id: validationId, entityId }: Validation,
  side: ImageSide,
  sent: Buffer,
): DescribedBlob<KycImage> {
  const read = readImage(sent);
  if ('problem' in read) throw invalid({ image: read.problem });
  const { kind, width, height } = read;
  const bytes = Buffer.from(read.bytes.buffer, read.bytes.byteOffset, read.bytes.byteLength);
  const isCompared = width * height <= imageLimits.comparedPixels;
  const image: KycImage = {
    ...{ id: newId(), organizationId, validationId, entityId, side, contentType: `image/${kind}` },
    ...{ bytes: bytes.length, width, height, sha256: createHash('sha256').update(bytes).digest() },
    fingerprint: isCompared ? imageFingerprint(bytes) : null,
  };
  return { row: image, bytes };
}
