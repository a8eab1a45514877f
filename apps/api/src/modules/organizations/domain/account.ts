export type OrganizationEnvironment = 'production' | 'sandbox';

/** The two organizations of an account. */
export type Account<T> = Readonly<Record<OrganizationEnvironment, T>>;

/** Requests per hour: a sandbox has the same limit on every plan. */
export const requestsPerHour: Account<number> = { production: 1_200, sandbox: 100 };
