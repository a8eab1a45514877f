import type { DryRunCheckpoint } from '../../run/dry-run-checkpoint.js';
import type { DryRunProblem, DryRunRequest } from '../../run/dry-run-request.js';
import type { LineProblem } from '../../events/read-json-lines.js';
import type { Labels } from '../events/apply-labels.js';

/** A part of a file for one thread, as structured data. */
export interface SegmentRequest {
  readonly path: string;
  readonly request: DryRunRequest;
  /** Labels by record id, which replace the records' own. */
  readonly labels: Labels | null;
  /** The byte range of the events that are evaluated; earlier ones only arrive. Both ends are at the start of a line. */
  readonly from: number;
  readonly to: number;
  /** The number of the part, starting at 0, for its progress messages. */
  readonly part: number;
}

/** The progress of a thread. */
export interface SegmentProgress {
  readonly kind: 'progress';
  readonly part: number;
  /** Bytes read, and events evaluated. */
  readonly bytes: number;
  readonly events: number;
}

/**
 * `isTwice` means that the data before the part was read again, because more of it was used than the first evaluation of the part
 * indicated. With `inPart`, the line is counted from the first one of the part, otherwise from the first one of the file.
 */
export type SegmentResult =
  | { readonly kind: 'done'; readonly checkpoint: DryRunCheckpoint; readonly isTwice: boolean }
  | { readonly kind: 'line'; readonly problem: LineProblem; readonly inPart: boolean }
  | { readonly kind: 'problem'; readonly problem: DryRunProblem };

/** The messages of a thread; the last one is its result. */
export type SegmentMessage = SegmentProgress | SegmentResult;
