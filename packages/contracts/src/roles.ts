/** Of members of an organization. */
export const roles = ['ADMIN', 'USER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Whoever opened a guest link of a client. Nobody can be given it, and a right holds for guests only where it names them. */
export const sessionRoles = [...roles, 'GUEST'] as const;
export type SessionRole = (typeof sessionRoles)[number];

/** Who may look at something, work with it, or decide about it. */
export const everybody = [...roles] as const;
export const editors = ['ADMIN', 'USER'] as const;
export const admins = ['ADMIN'] as const;

/** For figures without a name, an address or a row of any contact. */
export const everybodyAndGuests = [...sessionRoles] as const;
export const guests = ['GUEST'] as const;
