export const environments = ['production', 'sandbox'] as const;

export type OrganizationEnvironment = (typeof environments)[number];

/** A value for each of the two organizations of an account. */
export type Account<T> = Readonly<Record<OrganizationEnvironment, T>>;
