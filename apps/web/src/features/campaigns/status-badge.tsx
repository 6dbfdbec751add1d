import type { campaignStatuses, campaignTypes } from '@waggle/contracts/campaigns';
import { ListOrdered, Mail, MessageSquare } from 'lucide-react';
import { Badge, type BadgeTone, TypeBadge } from '#ui/badge.tsx';

type Status = (typeof campaignStatuses)[number];
type Type = (typeof campaignTypes)[number];

const tones: Record<Status, BadgeTone> = { DRAFT: 'neutral', ACTIVE: 'success', PAUSED: 'warning', COMPLETED: 'info' };
const icons = { EMAIL: Mail, SMS: MessageSquare, SEQUENCE: ListOrdered };

/** The words of the interface in every language: they are what filters, calls and exports say too. */
export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}

export function CampaignTypeBadge({ type }: { type: Type }) {
  return <TypeBadge icon={icons[type]}>{type}</TypeBadge>;
}
