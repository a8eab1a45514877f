import type { GivenListStep } from './given-list-step.js';
import type { GivenRateStep } from './given-rate-step.js';
import type { GivenRecordsStep } from './given-records-step.js';
import type { GivenStep } from './given-step.js';
import type { WhenStep } from './when-step.js';
import type { VaryStep } from './vary-step.js';
import type { Expectation } from './expectation.js';

/** One statement of a test. */
export type TestStep = GivenListStep | GivenRateStep | GivenRecordsStep | GivenStep | WhenStep | VaryStep | Expectation;
