/** A request to the process of a contender: to evaluate contexts in turn for about this time, starting with the given one. */
export interface SampleRequest {
  readonly ms: number;
  readonly from: number;
}

/** Sent once, after the hits were compared. */
export interface Ready {
  readonly kind: 'ready';
  readonly hitRate: number;
  /** The time from the text or JSON of the rules to the form that is evaluated. */
  readonly loadMs: number;
  /** The same in CPU time of all threads. */
  readonly loadCpuMs: number;
  /** The heap and buffers in megabytes that the loaded rules need after they were evaluated. Memory outside V8 is not included. */
  readonly memoryMb: number;
}

/** Microseconds per context, and those of the CPU time of all threads. */
export interface Sampled {
  readonly kind: 'sampled';
  readonly usPerEvent: number;
  readonly cpuUsPerEvent: number;
}

export type ContenderMessage = Ready | Sampled;
