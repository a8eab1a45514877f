/** Time after which the browser has started to save the file. */
const keptMs = 10_000;

/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

export const csvFile = (csv: string): Blob => new Blob([csv], { type: 'text/csv' });
