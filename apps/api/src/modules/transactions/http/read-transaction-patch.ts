import { invalid, memberText } from '../../../platform/http/index.js';
import type { TransactionPatch } from '../domain/transaction-patch.js';
import type { PatchTransactionBody } from './change-transaction.bodies.js';

/** A checked body as the patch it asks for; `json` is its text. Throws 400 for one that asks for nothing. */
export function readTransactionPatch(body: PatchTransactionBody, json: string): TransactionPatch {
  const { channel, reason } = body;
  const patch: TransactionPatch = {
    ...(body.metadata != null && { metadata: memberText(json, 'metadata')! }),
    ...(body.deviceDetails != null && { deviceDetails: memberText(json, 'deviceDetails')! }),
    ...(channel !== undefined && { channel }),
    ...(reason != null && { reason }),
  };
  if (Object.keys(patch).length === 0)
    throw invalid({ body: 'must have at least one of metadata, deviceDetails, channel, reason' });
  return patch;
}
