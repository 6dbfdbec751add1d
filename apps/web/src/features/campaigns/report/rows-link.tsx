import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHolds } from '#features/accounts/index.ts';
import { reportOf } from '../addresses.ts';

type Rows = { state?: string; event?: string; reason?: string; mailbox?: string; link?: number };
type RowsLinkProps = { campaignId: string; rows: Rows; className: string; children: ReactNode };

/** A number that opens the people it counts, for those who may see them. */
export function RowsLink({ campaignId, rows, className, children }: RowsLinkProps) {
  if (!useHolds('campaigns:read')) return children;
  return (
    <Link {...reportOf(campaignId)} search={{ tab: 'recipients', ...rows }} className={className}>
      {children}
    </Link>
  );
}
