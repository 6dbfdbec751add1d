import type { Owner } from '@waggle/contracts/clients';
import { createContext, use } from 'react';

/** Whose email is edited; undefined where the server knows, or nobody has said yet. */
export const OwnerContext = createContext<Owner | undefined>(undefined);

export const useOwner = (): Owner | undefined => use(OwnerContext);
