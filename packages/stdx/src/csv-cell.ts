/** A cell that a spreadsheet shows as text: what it would take for a formula begins with an apostrophe. */
export function csvCell(value: string | null): string {
  const text = value === null ? '' : /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
