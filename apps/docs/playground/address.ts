/** What an address of the playground holds: the texts, and what is pinned. */
export interface PlayState {
  readonly text: string;
  /** What is compared with; null: the text itself. */
  readonly before: string | null;
  readonly pinned: readonly string[];
}

/** An address is sent by mail and chat: longer ones are cut there. */
const longestText = 50_000;

const through = async (bytes: Uint8Array, transform: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(transform)).arrayBuffer());

/** As it stands behind `#`; the build packs the examples of the docs alike. */
export async function packState(state: PlayState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Null: there is nothing, or nothing that can be read. */
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

/** Few bytes may unpack to very many. */
async function readAtMost(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > longestText * 4) throw new Error('the address holds too much');
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
