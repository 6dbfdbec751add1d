import type { LinkProps } from '@tanstack/react-router';
import type { OrganizationType } from '@waggle/contracts/accounts';
import type { QueryKey } from '@tanstack/react-query';
import type { startSteps } from '@waggle/contracts/dashboard';
import type { LiveKind } from '@waggle/contracts/live';
import type { Tier } from '@waggle/contracts/plans';
import type { Right } from '@waggle/contracts/rights';
import type { Role } from '@waggle/contracts/roles';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext } from 'react';

/** From the top of the sidebar. */
export const navGroups = ['main', 'tools', 'account'] as const;
export type NavGroup = (typeof navGroups)[number];

/** Who may see an entry; the server refuses everybody else anyway. */
export type Audience = {
  right?: Right;
  organizationType?: OrganizationType;
  /** Only where plans are sold. */
  sellsPlans?: true;
};

/** Plans that include it; on others the shell names the lowest of them. */
type Planned = { tiers?: readonly Tier[] };

export type NavItem = Audience &
  Planned & {
    group: NavGroup;
    /** In its group, from the top. */
    place: number;
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

export type PaletteAction = Audience &
  Planned & {
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

/** A record the palette shows. */
export type FoundRecord = {
  id: string;
  label: string;
  /** Beside the label, such as an email address. */
  hint?: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  clientId?: string | null;
};

/** `searchedFor`: the words looked for instead, when nothing fits as typed. */
export type FoundRecords = { records: FoundRecord[]; searchedFor?: string | null };

/** Records of a feature that the palette finds. The server decides which of them a person may see. */
export type RecordSearch = Audience & {
  kind: string;
  heading: ParseKeys<'shell'>;
  icon: LucideIcon;
  /** Shown by initials instead of the icon. */
  isPerson?: boolean;
  find: (question: { search: string; limit: number }, signal: AbortSignal) => Promise<FoundRecords>;
};

/** Where a first step is done, who may do it, and how many minutes it takes. */
type StartPlace = {
  link: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  right?: Right;
  minutes: number;
  /** What somebody who only looks finds there. */
  look?: {
    to: NonNullable<LinkProps['to']>;
    icon: LucideIcon;
    title: ParseKeys<'dashboard'>;
    text: ParseKeys<'dashboard'>;
  };
};
export type StartPlaces = Partial<Record<(typeof startSteps)[number], StartPlace>>;

/** Cards of work under way, in the dock of every page. */
type DockCards = Audience & { id: string; Cards: ComponentType };

/** A line above every page while something is wrong; it loads its own texts and is nothing otherwise. */
type Bar = Audience & { id: string; Bar: ComponentType<{ className?: string }> };

/** A tab of a later feature on the sheet of a contact; it loads its own texts. */
type ContactTab = { id: string; label: ParseKeys<'shell'>; Tab: ComponentType<{ contactId: string }> };

/** Cards of a later feature on Overview; they load their own texts. */
type OverviewCards = { id: string; Cards: ComponentType };

/** What the shell shows of a feature; the app's registry reads the `entry.ts` of every folder. */
export type FeatureEntry = {
  nav?: NavItem;
  palette?: readonly PaletteAction[];
  records?: readonly RecordSearch[];
  startSteps?: StartPlaces;
  dock?: readonly DockCards[];
  bars?: readonly Bar[];
  contactTabs?: readonly ContactTab[];
  overviewCards?: readonly OverviewCards[];
  /** Which queries are asked again when the server says that a kind of thing changed. */
  live?: Partial<Record<LiveKind, readonly QueryKey[]>>;
};

/** The steps of all features, for the start list. */
export const StartPlacesContext = createContext<StartPlaces>({});

/** The tabs of all features, for the sheet of a contact. */
export const ContactTabsContext = createContext<readonly ContactTab[]>([]);

/** The cards of all features, for Overview. */
export const OverviewCardsContext = createContext<readonly OverviewCards[]>([]);

export type Person = { role: Role; organizationType: OrganizationType | undefined; sellsPlans: boolean };
