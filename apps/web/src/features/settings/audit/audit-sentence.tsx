import { type AuditEntry, type AuditGroup, auditGroups } from '@waggle/contracts/audit';
import { Bot, Terminal, UserX, type LucideIcon } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import type { Texts } from '#lib/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';

type ActionKey = keyof Texts['audit']['actions'];

const icons: Partial<Record<AuditEntry['actor']['kind'], LucideIcon>> = {
  operator: Terminal,
  system: Bot,
  visitor: UserX,
};

/** A face for people, a sign for everybody else. */
export function ActorMark({ entry }: { entry: AuditEntry }) {
  const Icon = icons[entry.actor.kind];
  const name = useActorName(entry);
  if (!Icon) return <Avatar name={name} size={28} />;
  return (
    <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-fill text-muted">
      <Icon className="size-3.5" />
    </span>
  );
}

export function useActorName({ actor }: AuditEntry): string {
  const { t } = useTranslation('audit');
  const brand = useBrand().name;
  if (actor.kind !== 'user') return t(`actors.${actor.kind}`, { brand });
  return actor.name ?? actor.email ?? t('actors.removed');
}

/** What differs within one action: a campaign is paused or resumed, many contacts are tagged or deleted. */
const variants: Readonly<Record<string, string>> = { 'campaigns.status': 'status', 'contact-batches.start': 'action' };

/** The sentence of an action, most fitting first; none for an action of a newer version. */
export function sentenceOf(
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
  isThere: (key: string) => boolean,
) {
  const key = action.replace('.', '_');
  const chosen = changes.find(({ field }) => field === variants[action])?.to;
  return [`${key}_${typeof chosen === 'string' ? chosen : ''}`, key].find(isThere) as ActionKey | undefined;
}

/** What is counted where many records changed at once: contacts, but for codes and invitations. */
export function affectedOf({ action }: Pick<AuditEntry, 'action'>) {
  if (action.startsWith('qr-')) return 'affectedCodes';
  return action.startsWith('team.') ? 'affectedPeople' : 'affected';
}

export const groupOf = (action: string): AuditGroup | undefined =>
  (Object.keys(auditGroups) as AuditGroup[]).find((group) =>
    auditGroups[group].some((beginning) => action.startsWith(beginning)),
  );

const parts = { who: <span className="font-[550] text-ink" />, what: <span className="font-[550] text-ink" /> };

/** One line such as "Hannah sent the campaign Spring Sourdough Club". */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('audit');
  const actor = useActorName(entry);
  const name = entry.entity.label ?? t('nameless');
  if (entry.outcome === 'refused') {
    const group = groupOf(entry.action);
    const values = { actor, group: group ? t(`groups.${group}`) : entry.action };
    return <Trans t={t} i18nKey="refused" values={values} components={parts} shouldUnescape />;
  }
  if (entry.outcome === 'failed') {
    const key = `failedSignIn.${failureOf(entry)}` as const;
    return <Trans t={t} i18nKey={key} values={{ name }} components={parts} shouldUnescape />;
  }
  const key = sentenceOf(entry, (one) => i18n.exists(`actions.${one}`, { ns: 'audit' }));
  if (!key)
    return <Trans t={t} i18nKey="unknown" values={{ actor, action: entry.action }} components={parts} shouldUnescape />;
  return <Trans t={t} i18nKey={`actions.${key}`} values={{ actor, name }} components={parts} shouldUnescape />;
}

const failures = ['wrong_code', 'two_factor_required', 'passkey_refused'] as const;

const failureOf = ({ reason }: AuditEntry) => failures.find((one) => one === reason) ?? 'wrong_credentials';
