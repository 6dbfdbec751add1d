import {
  activeFormLimits,
  advancedAnalyticsTiers,
  contactLimits,
  liveAutomationLimits,
  type PlanLine,
  planLines,
  qrCodeTiers,
  splitTestTiers,
  type Tier,
  tiers,
  whiteLabelTiers,
} from '@waggle/contracts/plans';

/** A number, `unlimited`, whether it is included, or the line of the plan that says which. */
export type Value = number | 'unlimited' | boolean | SupportLine;

const supportLines = ['email-support', 'priority-support', 'phone-support', 'dedicated-manager'] as const;
export type SupportLine = (typeof supportLines)[number];

type Key =
  | 'contacts'
  | 'forms'
  | 'email-campaigns'
  | 'qr-codes'
  | 'automations'
  | 'split-tests'
  | 'advanced-analytics'
  | 'white-label'
  | 'host-names'
  | 'support'
  | 'custom-integrations';
export type Capability = { key: Key; values: Readonly<Record<Tier, Value>> };

const byTier = (valueOf: (tier: Tier) => Value): Capability['values'] => ({
  lite: valueOf('lite'),
  core: valueOf('core'),
  plus: valueOf('plus'),
  system: valueOf('system'),
});

/** The lists of the plans name what is new in each; a higher one has it too. */
const hasLine = (tier: Tier, line: PlanLine): boolean =>
  tiers.slice(0, tiers.indexOf(tier) + 1).some((one) => planLines[one].includes(line));

const supportOf = (tier: Tier): Value => supportLines.findLast((line) => hasLine(tier, line)) ?? false;

/** None is said as not included, not as the number 0. */
const automationsOf = (tier: Tier): Value =>
  liveAutomationLimits[tier] === 0 ? false : (liveAutomationLimits[tier] ?? 'unlimited');

/** From the same tables the server refuses by. What this version cannot do is in none of them. */
export const capabilities: readonly Capability[] = [
  { key: 'contacts', values: byTier((tier) => contactLimits[tier] ?? 'unlimited') },
  { key: 'forms', values: byTier((tier) => activeFormLimits[tier] ?? 'unlimited') },
  { key: 'email-campaigns', values: byTier((tier) => hasLine(tier, 'email-campaigns')) },
  { key: 'qr-codes', values: byTier((tier) => qrCodeTiers.includes(tier)) },
  { key: 'automations', values: byTier(automationsOf) },
  { key: 'split-tests', values: byTier((tier) => splitTestTiers.includes(tier)) },
  { key: 'advanced-analytics', values: byTier((tier) => advancedAnalyticsTiers.includes(tier)) },
  { key: 'white-label', values: byTier((tier) => whiteLabelTiers.includes(tier)) },
  { key: 'host-names', values: byTier((tier) => whiteLabelTiers.includes(tier)) },
  { key: 'support', values: byTier(supportOf) },
  { key: 'custom-integrations', values: byTier((tier) => hasLine(tier, 'custom-integrations')) },
];
