import type { StepKind, Trigger } from '@waggle/contracts/automation-document';
import {
  Bell,
  CalendarClock,
  CalendarDays,
  Circle,
  ClipboardList,
  Clock,
  Code,
  Hourglass,
  LogOut,
  Mail,
  MailOpen,
  MousePointerClick,
  PencilLine,
  QrCode,
  ShoppingBag,
  Shuffle,
  Split,
  Tag,
  Target,
  UserPlus,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import type { Icon } from '#ui/icon.ts';

export const stepIcons: Record<StepKind, Icon> = {
  email: Mail,
  wait: Clock,
  'wait-until': CalendarClock,
  'wait-for': Hourglass,
  if: Split,
  split: Shuffle,
  tag: Tag,
  field: PencilLine,
  notify: Bell,
  webhook: Webhook,
  enter: Workflow,
  goal: Target,
  leave: LogOut,
};

/** Of a kind as a reply names it, which this page may not know. */
export const iconOf = (kind: string): Icon => (stepIcons as Record<string, Icon | undefined>)[kind] ?? Circle;

export const triggerIcons: Record<Trigger['kind'], Icon> = {
  'form.submitted': ClipboardList,
  'tag.added': Tag,
  'tag.removed': Tag,
  'segment.entered': Users,
  'segment.left': Users,
  'email.opened': MailOpen,
  'email.clicked': MousePointerClick,
  'qr.scanned': QrCode,
  'purchase.made': ShoppingBag,
  event: Code,
  'contact.created': UserPlus,
  date: CalendarDays,
  'automation.completed': Workflow,
  manual: UserPlus,
};
