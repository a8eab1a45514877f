import type { BiometricProvider, BiometricResult, BiometricVerdict } from '@tamis/identity-documents';

/** Who compares faces here; null: nobody, and a person decides. */
export class Biometrics {
  constructor(readonly provider: BiometricProvider | null) {}
}

/** Of sandboxes: every face is the one of its document. */
export const sandboxBiometrics: BiometricProvider = {
  compare: () => Promise.resolve({ score: 0.98, result: 'passed' }),
  liveness: () => Promise.resolve({ score: 0.99, result: 'passed' }),
};

/** Both must hold. */
export async function askBiometrics(
  provider: BiometricProvider,
  { front, selfie }: { readonly front: Uint8Array; readonly selfie: Uint8Array },
): Promise<BiometricResult> {
  const [face, liveness] = await Promise.all([provider.compare(front, selfie), provider.liveness(selfie)]);
  const verdicts: readonly BiometricVerdict[] = [face.result, liveness.result];
  const result = verdicts.includes('failed') ? 'failed' : verdicts.includes('unsure') ? 'unsure' : 'passed';
  return { livenessScore: liveness.score, faceMatchScore: face.score, result };
}
