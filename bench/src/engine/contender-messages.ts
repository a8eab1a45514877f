/** What a contender's process is asked: to run contexts in turn for about so long, from this one on. */
export interface SampleRequest {
  readonly ms: number;
  readonly from: number;
}

/** Sent once after the hits were compared. */
export interface Ready {
  readonly kind: 'ready';
  readonly hitRate: number;
  /** From the rules' text or JSON to what evaluates them. */
  readonly loadMs: number;
  /** The same in processor time of all threads. */
  readonly loadCpuMs: number;
  /** Of heap and buffers, in megabytes: what the loaded rules take once they have run. Memory outside V8 is not seen. */
  readonly memoryMb: number;
}

/** Microseconds per context, and those of the processor, of all threads. */
export interface Sampled {
  readonly kind: 'sampled';
  readonly usPerEvent: number;
  readonly cpuUsPerEvent: number;
}

export type ContenderMessage = Ready | Sampled;
