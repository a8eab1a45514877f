import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const key = randomBytes(32);
const binding = Buffer.alloc(80);

/** The baseline: encrypts and decrypts with AES-256-GCM of Node and nothing else. */
function sealBare(text: string): void {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  cipher.setAAD(binding);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(binding);
  decipher.setAuthTag(cipher.getAuthTag());
  if (Buffer.concat([decipher.update(sealed), decipher.final()]).length !== text.length)
    throw new Error('another text');
}

const microsecondsOf = async (count: number, work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
};

/**
 * Measures the CPU time in microseconds of one call, alternating with that of the baseline. Because other threads of the process also use
 * CPU time, the minimum of twenty rounds counts.
 */
export async function sealingCost(work: () => unknown): Promise<{ readonly ours: number; readonly bare: number }> {
  const rounds: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = 0; round < 20; round += 1)
    rounds.push({
      ours: await microsecondsOf(500, work),
      bare: await microsecondsOf(500, () => sealBare('0170099220000067797370')),
    });
  return { ours: Math.min(...rounds.map(({ ours }) => ours)), bare: Math.min(...rounds.map(({ bare }) => bare)) };
}

/** Evaluates the cost for promise 6: in microseconds or, on a slow processor, as a multiple of the baseline. */
export function sealingFigure({ ours, bare }: { readonly ours: number; readonly bare: number }, what: string) {
  const [most, times] = [20, 2.5];
  return {
    figure: `${ours.toFixed(1)} µs of CPU to seal and open ${what}, ${(ours / bare).toFixed(1)} of bare AES-256-GCM`,
    target: `${most} µs, or ${times} of bare AES-256-GCM`,
    holds: ours <= most || ours <= times * bare,
  };
}
