import type { DryRunCheckpoint } from '../../run/dry-run-checkpoint.js';
import type { DryRunProblem, DryRunRequest } from '../../run/dry-run-request.js';
import type { LineProblem } from '../../events/read-json-lines.js';
import type { Labels } from '../events/apply-labels.js';

/** A part of a file for one thread. Structured data. */
export interface SegmentRequest {
  readonly path: string;
  readonly request: DryRunRequest;
  /** By the id of a record, instead of its own. */
  readonly labels: Labels | null;
  /** Bytes of the events that are evaluated; those before them only arrive. Both at the start of a line. */
  readonly from: number;
  readonly to: number;
  /** Number of the part, from 0, for what it tells of its progress. */
  readonly part: number;
}

/** How far a thread is. */
export interface SegmentProgress {
  readonly kind: 'progress';
  readonly part: number;
  /** Bytes read, and events evaluated. */
  readonly bytes: number;
  readonly events: number;
}

/**
 * `isTwice`: what came before the part was gone through again, as more of it was seen than the part's first run told. `inPart`: the
 * line is counted from the part's first one, else from the first of the file.
 */
export type SegmentResult =
  | { readonly kind: 'done'; readonly checkpoint: DryRunCheckpoint; readonly isTwice: boolean }
  | { readonly kind: 'line'; readonly problem: LineProblem; readonly inPart: boolean }
  | { readonly kind: 'problem'; readonly problem: DryRunProblem };

/** What a thread tells: last of all its result. */
export type SegmentMessage = SegmentProgress | SegmentResult;
