/** The contents of a playground address: the texts and the pinned payments. */
export interface PlayState {
  readonly text: string;
  /** The text to compare with; `null` means the text itself. */
  readonly before: string | null;
  readonly pinned: readonly string[];
}

/** The maximum length: addresses are sent by mail and chat, which truncate longer ones. */
const longestText = 50_000;

const through = async (bytes: Uint8Array, transform: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(transform)).arrayBuffer());

/** Returns the state in the form used after `#`; the build packs the examples of the documentation in the same way. */
export async function packState(state: PlayState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns `null` if there is no state, or none that can be read. */
export async function unpackState(hash: string): Promise<PlayState | null> {
  try {
    const packed = Uint8Array.from(atob(hash.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    const bytes = await readAtMost(packed);
    const { text, before = null, pinned = [] } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<PlayState>;
    return typeof text === 'string' ? { text, before, pinned } : null;
  } catch {
    return null;
  }
}

/** Limits the size, because few bytes can unpack to very many. */
async function readAtMost(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > longestText * 4) throw new Error('the address contains too much text');
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
