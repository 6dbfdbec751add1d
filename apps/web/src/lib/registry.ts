import type { LinkProps } from '@tanstack/react-router';
import type { OrganizationType } from '@waggle/contracts/accounts';
import type { Right, Role } from '@waggle/contracts/rights';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export type NavGroup = 'main' | 'tools' | 'account';

/** Who may see an entry; the server refuses everybody else anyway. */
export type Audience = { right?: Right; organizationType?: OrganizationType };

export type NavItem = Audience & {
  group: NavGroup;
  to: NonNullable<LinkProps['to']>;
  label: ParseKeys<'shell'>;
  icon: LucideIcon;
  /** Pressed after `g`. */
  key: string;
  /** Active on exactly this path only. */
  exact?: boolean;
  /** Shows the number beside the label. */
  Badge?: ComponentType;
};

export type PaletteAction = Audience & {
  id: string;
  to: NonNullable<LinkProps['to']>;
  search?: Record<string, unknown>;
  label: ParseKeys<'shell'>;
  icon: LucideIcon;
  /** Two keys such as `c f`. */
  keys?: string;
  /** Pages are listed after what can be done. */
  kind?: 'action' | 'page';
};

/** What a feature shows of itself in the shell; listed once in the app's registry. */
export type FeatureEntry = { nav?: NavItem; palette?: readonly PaletteAction[] };

export type Person = { role: Role; organizationType: OrganizationType | undefined };
