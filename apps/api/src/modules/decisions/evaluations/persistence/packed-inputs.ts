import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What the rules of an evaluation read, as JSON texts. */
export interface EvaluationInputs {
  readonly context: string;
  readonly facts: string;
}

/** Does not occur in JSON text, because strings contain such characters only in escaped form. */
const separator = '\x1e';
/** First byte of data compressed with the dictionary. JSON text begins differently. */
const deflated = 1;
/** Shorter texts are not worth compressing. Longer ones would hold up this process, so their compression is left to the database. */
const deflatedLengths = { least: 256, most: 65_536 };

/**
 * Text that all contexts and facts have in common. Stored data is decompressed with it, so it must never be changed: a new dictionary gets
 * its own number.
 */
const dictionary = Buffer.from(
  [
    '"browser":"chrome","isEmulator":false,"isProxy":false,"country":"US","city":"","cardFingerprint":"","paymentDetails":{"accountNumber":"~an1.',
    '","outcome":"hit","values":{"rows":1,"known":1,"matching":1,"count":0,"number":"0"},"windows":{"0":[[17", "USD"], [17", "EUR"], [17"]],"1":[],"2":[["3":[["4":[["5":[[]},"recordIds":{"0":["0',
    '-7000-8000-0", "1":["2":[]},"totals":{},"reads":{},"rates":{}},{"id":"","externalId":"","organizationId":"","type":"PAYMENT","status":"CREATED","reason":"WITHOUT_REASON","paymentMethod":"CARD","channel":"web","amount":"","currency":"USD","amountInUsd":"","currenciesExchange":[],"description":null,"category":null,"origin":{"entityId":"","externalId":"","name":"","country":"","type":"company","taxId":null,"riskScore":0,"details":null},"destination":{"entityId":"","externalId":"","name":"","country":"","type":"person","taxId":null,"riskScore":0,"details":null},"originEntityId":"","originExternalId":"","originTaxId":null,"originName":null,"originCountry":null,"originDetails":null,"destinationEntityId":"","destinationExternalId":"","destinationTaxId":null,"destinationName":null,"destinationCountry":null,"destinationDetails":null,"locationDetails":null,"deviceDetails":{"deviceId":"","ipAddress":"","osName":"","isVpn":false},"metadata":{},"riskScore":null,"decision":null,"flagged":false,"riskMatrixIds":[],"lastEvaluationId":null,"ruleSetVersion":null,"lastRiskEvaluationAt":null,"batchJobId":null,"transactedAt":"2026-',
    '","createdAt":"2026-","updatedAt":"2026-","originEntity":null,"destinationEntity":{"id":"","externalId":"","organizationId":"","type":"person","company","name":"","taxId":null,"countryCode":"","nationality":null,"email":null,"phone":null,"riskScore":0,"riskLevel":"LOW","riskFactors":[],"manualRisk":null,"riskMatrixIds":[],"status":"active","statusLocked":false,"statusReason":null,"kycVerified":false,"kycProvider":null,"kycData":null,"entityData":{},"attributes":{},"metadata":null,"operationalHours":null,"registrationDate":null,"isClient":false,"expiresAt":null,"currentEvaluation":null,"createdAt":"2026-","updatedAt":"2026-","deletedAt":null}',
  ].join(''),
);

/**
 * Packs inputs as they are stored. The result is half the size of what the database would make of them, and avoids parsing them as JSON
 * first.
 */
export function packInputs({ context, facts }: EvaluationInputs): Buffer {
  const text = context + separator + facts;
  if (text.length < deflatedLengths.least || text.length > deflatedLengths.most) return Buffer.from(text);
  // A window of 8 kB covers a typical text completely, and takes a quarter of the default memory.
  const windowBits = text.length > 16_384 ? 15 : 13;
  const bytes = deflateRawSync(text, { level: 3, memLevel: windowBits - 7, windowBits, dictionary });
  return Buffer.concat([Buffer.of(deflated), bytes]);
}

/** Unpacks stored inputs, or inputs stored as text by hand. */
export function unpackInputs(stored: Buffer): EvaluationInputs {
  const text = (stored[0] === deflated ? inflateRawSync(stored.subarray(1), { dictionary }) : stored).toString();
  const end = text.indexOf(separator);
  return { context: text.slice(0, end), facts: text.slice(end + 1) };
}
