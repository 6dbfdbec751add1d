export const roles = ['ADMIN', 'USER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Who may look at something, work with it, or decide about it. */
export const everybody = [...roles] as const;
export const editors = ['ADMIN', 'USER'] as const;
export const admins = ['ADMIN'] as const;
