import { Injectable } from '@nestjs/common';
import { checkDocument, checkMrz, type DocumentTexts, type DocumentType } from '@tamis/identity-documents';

import type { RequestOrigin } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { type EntityRow, findEntitiesById } from '../../../parties/entities/index.js';
import {
  type Findings,
  holderKey,
  holderOf,
  SealedFindings,
  updateValidation,
  type Validation,
} from '../../validations/index.js';
import { attemptsLeft, type SessionSteps } from '../domain/session-steps.js';
import { byVisitor, OpenSessions } from './open-sessions.js';
import { ReadSession } from './session-state.js';

/** Data about a document entered by a person. */
export interface SentDocument {
  readonly documentType: DocumentType;
  readonly issuingCountry: string;
  readonly mrzLines?: readonly string[] | undefined;
  readonly barcode?: string | undefined;
  readonly fields?: DocumentTexts | undefined;
}

/** A position in the machine-readable lines that cannot be correct. */
export interface Correction {
  readonly field: string;
  /** Starting at 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface RecordedDocument {
  readonly corrections: readonly Correction[];
  readonly attemptsLeft: number;
  readonly steps: SessionSteps;
}

/**
 * Stores the content of a document with the results of its checks. Wrong check digits can be corrected, since a typing error is not a
 * forgery.
 */
@Injectable()
export class RecordDocument {
  constructor(
    private readonly database: TenantDatabase,
    private readonly sessions: OpenSessions,
    private readonly findings: SealedFindings,
    private readonly reading: ReadSession,
  ) {}

  record(validation: Validation, sent: SentDocument, from: RequestOrigin, now: Date): Promise<RecordedDocument> {
    const { organizationId, entityId } = validation;
    return this.database.runAtomically(organizationId, async (client) => {
      const begun = await this.sessions.begin(client, validation, byVisitor(validation, from), now);
      const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
      if (!entity) throw notFound('Session');
      const found = findingsOf(begun, sent, entity, now);
      const corrections = found.isWrong ? correctionsOf(sent.mrzLines ?? []) : [];
      const attempts = begun.attempts + (found.isWrong ? 1 : 0);
      const findings = await this.findings.seal(client, begun, found.findings);
      await updateValidation(client, begun, { findings, attempts }, now);
      const after = { ...begun, attempts };
      return { corrections, attemptsLeft: attemptsLeft(after), steps: await this.reading.steps(client, after) };
    });
  }
}

function findingsOf(
  { doubleCheckRegistry }: Validation,
  { documentType, issuingCountry, mrzLines, barcode, fields = {} }: SentDocument,
  entity: EntityRow,
  now: Date,
): { readonly findings: Findings; readonly isWrong: boolean } {
  const shown = {
    ...{ documentType, issuingCountry, fields, confirmed: false, today: now.toISOString().slice(0, 10) },
    ...(mrzLines && { mrzLines }),
    ...(barcode !== undefined && { barcode }),
  };
  const holder = holderOf(entity, documentType);
  const { extracted, checks, warnings } = checkDocument(shown, holder, { doubleCheckRegistry });
  const { documentType: type, issuingCountry: country, ...texts } = extracted;
  return {
    findings: {
      ...{ document: { type, country }, extracted: texts, checks, warnings, biometric: null },
      holder: holderKey(holder),
    },
    isWrong: checks.some(({ code, outcome }) => code === 'CHECK_DIGITS_WRONG' && outcome === 'failed'),
  };
}

const correctionsOf = (lines: readonly string[]): readonly Correction[] =>
  checkMrz(lines).problems.map(({ field, line, column = 1, message }) => ({ field, line, column, message }));
