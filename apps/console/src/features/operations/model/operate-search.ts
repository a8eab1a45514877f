/** What the address of the health of the platform says. */
export interface OperateSearch {
  /** Without menu and bar, for a screen on a wall. */
  readonly kiosk?: true;
}

export const readOperateSearch = (given: Readonly<Record<string, unknown>>): OperateSearch =>
  'kiosk' in given && given['kiosk'] !== false ? { kiosk: true } : {};
