export const roles = ['ADMIN', 'USER', 'VIEWER'] as const;
export type Role = (typeof roles)[number];

/** Every right and the roles that hold it; the server refuses by this table and the screen hides by it. */
export const rights = {
  'dashboard:read': ['ADMIN', 'USER', 'VIEWER'],
  'organization:read': ['ADMIN', 'USER', 'VIEWER'],
  'organization:manage': ['ADMIN'],
  'clients:read': ['ADMIN', 'USER', 'VIEWER'],
  'clients:manage': ['ADMIN'],
  'contacts:read': ['ADMIN', 'USER', 'VIEWER'],
  'contacts:write': ['ADMIN', 'USER'],
  'contacts:export': ['ADMIN', 'USER'],
  'links:read': ['ADMIN', 'USER', 'VIEWER'],
  'links:write': ['ADMIN', 'USER'],
  'campaigns:read': ['ADMIN', 'USER', 'VIEWER'],
  'campaigns:write': ['ADMIN', 'USER'],
  'campaigns:send': ['ADMIN', 'USER'],
  'campaigns:export': ['ADMIN', 'USER'],
  'sending:read': ['ADMIN', 'USER'],
  'sending:manage': ['ADMIN'],
  'team:read': ['ADMIN', 'USER'],
  'team:manage': ['ADMIN'],
  'audit:read': ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Rights over the organization itself. All others are over rows that follow the active client. */
const overOrganization: readonly Right[] = [
  'organization:read',
  'organization:manage',
  'clients:read',
  'clients:manage',
  'team:read',
  'team:manage',
  'audit:read',
];
export const followsClient = (right: Right): boolean => !overOrganization.includes(right);

export const holds = (role: Role, right: Right): boolean => (rights[right] as readonly Role[]).includes(role);
