import type { EventEmitter } from 'node:events';

export interface AnswerMemoryLimits {
  /** Bytes of the smallest answer that is worth to be kept memory for. */
  readonly least: number;
  /** Bytes that are kept for further answers at most. */
  readonly kept: number;
}

/**
 * Memory of large answers, used again when they have left. Memory outside of the heap that lives until an answer has left lives long for
 * the collector of garbage: after some hundred answers it went through the whole heap, and everybody waited for it.
 */
export class AnswerMemory {
  /** By the size of each. */
  private readonly free = new Map<number, Buffer[]>();
  private kept = 0;

  constructor(private readonly limits: AnswerMemoryLimits) {}

  /** The parts as one. They are whole until `response` has finished, and must not be read afterwards. */
  join(parts: readonly Uint8Array[], response: Pick<EventEmitter, 'on'>): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length < this.limits.least) return Buffer.concat(parts, length);
    const memory = this.take(2 ** Math.ceil(Math.log2(length)));
    let end = 0;
    for (const part of parts) {
      memory.set(part, end);
      end += part.length;
    }
    // One that never finishes, as its client is gone, takes its memory with it. Not `once`, whose wrapper outlives the answer.
    response.on('finish', () => this.giveBack(memory));
    return memory.subarray(0, length);
  }

  private take(size: number): Buffer {
    const found = this.free.get(size)?.pop();
    if (!found) return Buffer.allocUnsafeSlow(size);
    this.kept -= size;
    return found;
  }

  private giveBack(memory: Buffer): void {
    const size = memory.length;
    if (this.kept + size > this.limits.kept) return;
    this.kept += size;
    const same = this.free.get(size);
    if (same) same.push(memory);
    else this.free.set(size, [memory]);
  }
}
