/** The columns of a claim, when there is none. */
export const NO_LEASE = { lease_token: null, lease_until: null, lease_holder: null } as const;
