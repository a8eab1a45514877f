const charsetPattern = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** The text of a response in the charset that its `content-type` names, or else in UTF-8; null: its bytes are no such text. */
export function decodeBody(body: Buffer, contentType: string | undefined): string | null {
  const [, charset = 'utf-8'] = charsetPattern.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
