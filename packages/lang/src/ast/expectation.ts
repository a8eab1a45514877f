import type { ExpectOutcome } from './expect-outcome.js';
import type { ExpectScore } from './expect-score.js';
import type { ExpectWord } from './expect-word.js';
import type { ExpectNoAlert } from './expect-no-alert.js';
import type { ExpectAlert } from './expect-alert.js';
import type { ExpectCase } from './expect-case.js';
import type { ExpectNotification } from './expect-notification.js';
import type { ExpectList } from './expect-list.js';
import type { ExpectKey } from './expect-key.js';
import type { ExpectAssignment } from './expect-assignment.js';
import type { ExpectAutomation } from './expect-automation.js';

/** One `expect` of a test. */
export type Expectation =
  | ExpectOutcome
  | ExpectScore
  | ExpectWord
  | ExpectNoAlert
  | ExpectAlert
  | ExpectCase
  | ExpectNotification
  | ExpectList
  | ExpectKey
  | ExpectAssignment
  | ExpectAutomation;
