import type { SessionRole } from '@waggle/contracts/roles';

/** Who asks, and for whom: of a member, or of a guest who opened a link. */
export type Session = {
  id: string;
  tokenHash: string;
  /** Of a guest that of the link, which no member has. */
  userId: string;
  organizationId: string;
  role: SessionRole;
  /** The client the person looks at; null shows all. */
  activeClientId: string | null;
  /** The only client the person may see at the moment; null for people who may see all. */
  clientLimit: string | null;
  /** An ADMIN looks at an archived client, of which nothing can be changed. */
  isClientArchived: boolean;
  /** The client the person looked at was archived: nothing that follows a client is served until they choose. */
  mustChooseClient: boolean;
  expiresAt: Date;
  /** Whether its cookie has the name of today; those of versions before have another until they end. */
  hasHostCookie: boolean;
};
