/** Copies a text. `false` if the browser has no clipboard, or refuses it: the user can still select the text. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
