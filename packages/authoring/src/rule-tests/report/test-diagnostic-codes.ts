import type { DiagnosticCode } from '@tamis/lang';
import { e0704 } from './e0704.js';
import { w1402 } from './w1402.js';

/** Codes that only a run of the tests can give. */
export const testDiagnosticCodes: readonly DiagnosticCode[] = [e0704, w1402];
