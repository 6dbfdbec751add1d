import type { Condition, Rule, RuleGroup } from '@waggle/contracts/contact-rules';
import { isGroup } from '../segments/rules/tree.ts';

/** What the new client has of what rules can name: for each id of the old one the id of its copy. */
export type KnownCopies = {
  from: string;
  to: string;
  tags: ReadonlyMap<string, string>;
  forms: ReadonlyMap<string, string>;
  /** Keys of fields. */
  fields: ReadonlySet<string>;
};

/** What a rule asked for that was not copied. */
export type MissingPart = 'tag' | 'field' | 'form' | 'campaign' | 'import' | 'client' | 'automation';

export type RewrittenRules = {
  /** Null where no rule is left: without any a segment would be everybody. */
  rules: RuleGroup | null;
  missing: ReadonlySet<MissingPart>;
};

/** The same rules for another client. A rule that names something the client does not have is left out. */
export function rewriteRules(tree: RuleGroup, known: KnownCopies): RewrittenRules {
  const missing = new Set<MissingPart>();
  return { rules: groupFor(tree, known, missing), missing };
}

function groupFor(group: RuleGroup, known: KnownCopies, missing: Set<MissingPart>): RuleGroup | null {
  const rules = group.rules.flatMap((rule): Rule[] => {
    const kept = isGroup(rule) ? groupFor(rule, known, missing) : conditionFor(rule, known, missing);
    return kept ? [kept] : [];
  });
  return rules.length === 0 && group.rules.length > 0 ? null : { ...group, rules };
}

function conditionFor(condition: Condition, known: KnownCopies, missing: Set<MissingPart>): Condition | null {
  const among = (ids: readonly string[], part: MissingPart, copies: ReadonlyMap<string, string>): string[] => {
    const kept = ids.flatMap((id) => copies.get(id.toLowerCase()) ?? []);
    if (kept.length < ids.length) missing.add(part);
    return kept;
  };
  if (condition.kind === 'tag') {
    const tagIds = among(condition.tagIds, 'tag', known.tags);
    return tagIds.length > 0 ? { ...condition, tagIds } : null;
  }
  if (condition.kind === 'client') {
    const clientIds = among(condition.clientIds, 'client', new Map([[known.from, known.to]]));
    return clientIds.length > 0 ? { ...condition, clientIds } : null;
  }
  if (condition.kind === 'form' && condition.formId !== null) {
    const [formId] = among([condition.formId], 'form', known.forms);
    return formId === undefined ? null : { ...condition, formId };
  }
  const unknown = unknownPart(condition, known);
  if (unknown === undefined) return condition;
  missing.add(unknown);
  return null;
}

/** Campaigns, imports and automations are of one client for ever. */
function unknownPart(condition: Condition, { fields }: KnownCopies): MissingPart | undefined {
  if (condition.kind === 'custom') return fields.has(condition.key) ? undefined : 'field';
  if (condition.kind === 'campaign') return condition.campaignId === null ? undefined : 'campaign';
  return condition.kind === 'import' || condition.kind === 'automation' ? condition.kind : undefined;
}
