import { Injectable, Logger } from '@nestjs/common';
import { type BiometricResult, decide } from '@tamis/identity-documents';

import type { RequestOrigin } from '../../../../platform/auth/index.js';
import { Blobs } from '../../../../platform/blobs/index.js';
import { findEnvironment, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import { findImages, isShownByOthers, type KycImage } from '../../images/index.js';
import {
  entityChanged,
  type Findings,
  isComparedWith,
  MoveValidation,
  SealedFindings,
  updateValidation,
  type Validation,
  type ValidationStatus,
} from '../../validations/index.js';
import { askBiometrics, Biometrics, sandboxBiometrics } from '../domain/biometrics.js';
import type { SessionSteps } from '../domain/session-steps.js';
import { assertSameLink, byVisitor } from './open-sessions.js';
import { ReadSession } from './session-state.js';

export interface EndedSession {
  readonly status: ValidationStatus;
  readonly redirectUrl: string | null;
}

interface Asked {
  readonly result: BiometricResult | null;
  readonly warnings: readonly string[];
}

/** A person then decides. */
const notCompared: Asked = { result: null, warnings: ['BIOMETRIC_UNAVAILABLE'] };

const missing = 'is missing: upload it before you submit';

/** Throws 400 if steps are missing. */
function assertComplete(steps: SessionSteps): void {
  const open = Object.entries(steps).filter(([, isDone]) => !isDone);
  if (open.length > 0) throw invalid(Object.fromEntries(open.map(([name]) => [`steps.${name}`, missing])));
}

/** Decides a validation whose person has submitted everything, or ends it for a person who cancels. */
@Injectable()
export class EndSession {
  private readonly logger = new Logger('kyc');

  constructor(
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
    private readonly biometrics: Biometrics,
    private readonly findings: SealedFindings,
    private readonly moving: MoveValidation,
    private readonly reading: ReadSession,
  ) {}

  /** Submits the validation. If several submit at once, one decides, and the others get the result. Throws 400 if steps are missing. */
  async submit(validation: Validation, from: RequestOrigin, now: Date): Promise<EndedSession> {
    const { organizationId, id, redirectUrl } = validation;
    const client = this.database.forOrganization(organizationId);
    assertComplete(await this.reading.steps(client, validation));
    const compared = await findImages(client, organizationId, id);
    const asked = await this.askBiometrics(validation, compared);
    return this.database.runAtomically(organizationId, async (transaction) => {
      const locked = await this.moving.lock(transaction, organizationId, id);
      assertSameLink(locked, validation);
      if (locked.status !== 'in_progress') return { status: locked.status, redirectUrl };
      assertComplete(await this.reading.steps(transaction, locked));
      const images = await findImages(transaction, organizationId, id);
      // Images submitted meanwhile were not compared.
      const isCompared = images.every((image) => compared.some(({ id: comparedId }) => comparedId === image.id));
      const submitted = { asked: isCompared ? asked : notCompared, images, from, now };
      return { status: await this.decide(transaction, locked, submitted), redirectUrl };
    });
  }

  /** Cancels a validation that has not begun, and marks another one as abandoned. */
  cancel(validation: Validation, from: RequestOrigin, now: Date): Promise<EndedSession> {
    const { organizationId, id, redirectUrl } = validation;
    const by = byVisitor(validation, from);
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      assertSameLink(locked, validation);
      const to = locked.status === 'pending' ? 'cancelled' : 'abandoned';
      const { status } = await this.moving.move(client, locked, { to, by, now });
      return { status, redirectUrl };
    });
  }

  private async decide(client: Transaction, locked: Validation, submitted: Submitted): Promise<ValidationStatus> {
    const { asked, images, from, now } = submitted;
    const { organizationId, entityId, attempts, omitWarnings } = locked;
    const found = await this.findings.read(client, locked);
    const biometric = asked.result;
    const decided = decide({ checks: found.checks, attempts, biometric, omitWarnings });
    const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    const { status, reasons, warnings } = isComparedWith(entity, found) ? decided : forChanged(decided);
    if (status === 'correction') throw invalid({ mrzLines: 'do not match their check digits: type them again' });
    const isReused = await isShownByOthers(client, organizationId, entityId, images);
    const told = [...found.warnings, ...warnings, ...asked.warnings, ...(isReused ? ['IMAGE_REUSED'] : [])];
    const counted = [...new Set(told)].filter((code) => !omitWarnings.includes(code) || warnings.includes(code));
    const findings: Findings = { ...found, biometric, warnings: counted };
    await updateValidation(client, locked, { findings: await this.findings.seal(client, locked, findings) }, now);
    const by = byVisitor(locked, from);
    const evidence = biometric && ({ kind: 'biometrics', result: biometric.result } as const);
    await this.moving.move(client, locked, { to: status, by, reasons, now, ...(evidence && { evidence }) });
    return status;
  }

  /** The provider may be slow, so no transaction is open here. If it fails, the decision is left to a person. */
  private async askBiometrics({ organizationId, id }: Validation, images: readonly KycImage[]): Promise<Asked> {
    const isSandbox =
      (await findEnvironment(this.database.forOrganization(organizationId), organizationId)) === 'sandbox';
    const provider = isSandbox ? sandboxBiometrics : this.biometrics.provider;
    if (provider === null) return { result: null, warnings: [] };
    const open = async (side: string): Promise<Uint8Array> => {
      const image = images.find((each) => each.side === side)!;
      const bytes = await this.blobs.get({ organizationId, id: image.id });
      if (!bytes) throw new Error(`the image ${side} does not exist`);
      return bytes;
    };
    try {
      const [front, selfie] = [await open('front'), await open('selfie')];
      return { result: await askBiometrics(provider, { front, selfie }), warnings: [] };
    } catch (error) {
      this.logger.warn(`comparing the faces of validation ${id} failed: ${String(error)}`);
      return notCompared;
    }
  }
}

/** A comparison with other data must not lead to an approval. */
function forChanged({ status, reasons, warnings }: ReturnType<typeof decide>): ReturnType<typeof decide> {
  const isApproved = status === 'approved';
  return {
    status: isApproved ? 'in_review' : status,
    reasons: isApproved ? [entityChanged] : reasons,
    warnings: [...warnings, entityChanged],
  };
}

interface Submitted {
  readonly asked: Asked;
  readonly images: readonly KycImage[];
  readonly from: RequestOrigin;
  readonly now: Date;
}
