/** The countries an entity can be active in, in the order in which they are returned. */
export const activationCountries = ['AR', 'BR', 'CL', 'CO', 'MX', 'US'] as const;
export type ActivationCountry = (typeof activationCountries)[number];

export const activationStatuses = [
  'deactivated',
  'activation_requested',
  'activation_in_progress',
  'activated',
] as const;
export type ActivationStatus = (typeof activationStatuses)[number];

/** An entity in one country. A time is `null` if its status was never reached. */
export interface CountryActivation {
  readonly countryCode: ActivationCountry;
  readonly status: ActivationStatus;
  readonly activatedAt: Date | null;
  readonly deactivatedAt: Date | null;
  readonly updatedAt: Date | null;
}

/** One status change of an entity in one country. */
export interface ActivationChange {
  readonly status: ActivationStatus;
  readonly previousStatus: ActivationStatus;
  readonly changedAt: Date;
  readonly changedBy: object;
}

const neverActivated = (countryCode: ActivationCountry): CountryActivation => ({
  countryCode,
  status: 'deactivated',
  activatedAt: null,
  deactivatedAt: null,
  updatedAt: null,
});

/** Returns all countries; those without a row are deactivated. */
export function allCountries(stored: readonly CountryActivation[]): readonly CountryActivation[] {
  return activationCountries.map(
    (code) => stored.find(({ countryCode }) => countryCode === code) ?? neverActivated(code),
  );
}

/** Returns the country of a code in upper or lower case; `null` if it is not supported. */
export function parseActivationCountry(code: string): ActivationCountry | null {
  return activationCountries.find((known) => known === code.toUpperCase()) ?? null;
}

/** Returns the country after a status change; any status may follow any other. */
export function withStatus(before: CountryActivation, status: ActivationStatus, now: Date): CountryActivation {
  return {
    ...before,
    status,
    updatedAt: now,
    ...(status === 'activated' && { activatedAt: now }),
    ...(status === 'deactivated' && { deactivatedAt: now }),
  };
}
