import type { BiometricProvider, BiometricResult, BiometricVerdict } from '@tamis/identity-documents';

/** Provider of face comparison; `null` if there is none, and a person decides. */
export class Biometrics {
  constructor(readonly provider: BiometricProvider | null) {}
}

/** For sandboxes: every face matches its document. */
export const sandboxBiometrics: BiometricProvider = {
  compare: () => Promise.resolve({ score: 0.98, result: 'passed' }),
  liveness: () => Promise.resolve({ score: 0.99, result: 'passed' }),
};

/** Calls the provider; both comparisons must pass. */
export async function askBiometrics(
  provider: BiometricProvider,
  { front, selfie }: { readonly front: Uint8Array; readonly selfie: Uint8Array },
): Promise<BiometricResult> {
  const [face, liveness] = await Promise.all([provider.compare(front, selfie), provider.liveness(selfie)]);
  const verdicts: readonly BiometricVerdict[] = [face.result, liveness.result];
  const result = verdicts.includes('failed') ? 'failed' : verdicts.includes('unsure') ? 'unsure' : 'passed';
  return { livenessScore: liveness.score, faceMatchScore: face.score, result };
}
