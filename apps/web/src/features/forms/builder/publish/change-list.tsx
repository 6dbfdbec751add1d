import { Minus, MoveVertical, Pencil, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import type { Icon } from '#ui/icon.ts';
import { fieldIcons } from '../field-kinds.ts';
import { ChangedParts, Removed, Value } from './change-words.tsx';
import type { Change, FieldChange, FormChange } from './diff.ts';

const kinds: Record<FieldChange['kind'], { tone: BadgeTone; icon: Icon }> = {
  added: { tone: 'success', icon: Plus },
  removed: { tone: 'danger', icon: Minus },
  changed: { tone: 'info', icon: Pencil },
  moved: { tone: 'neutral', icon: MoveVertical },
};

type ChangeListProps = { changes: readonly Change[]; submissions: number };

/** A row for each change: what it is, what visitors see, and what becomes of the answers there are. */
export function ChangeList({ changes, submissions }: ChangeListProps) {
  const { t } = useTranslation('form-builder');
  const { number } = useFormat();
  if (changes.length === 0) return <p className="py-4 text-sm text-muted">{t('publish.nothing')}</p>;
  return (
    <table className="w-full text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-xs text-muted *:py-2 *:pr-3 *:font-medium">
          <th scope="col">{t('publish.change')}</th>
          <th scope="col">{t('publish.field')}</th>
          <th scope="col">{t('publish.visitors')}</th>
          {submissions > 0 && (
            <th scope="col">{t('publish.submissions', { count: submissions, shown: number(submissions) })}</th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map((change) =>
          change.kind === 'form' ? (
            <FormRow key={change.part} change={change} hasAnswers={submissions > 0} />
          ) : (
            <FieldRow key={`${change.kind} ${change.field.id}`} change={change} hasAnswers={submissions > 0} />
          ),
        )}
      </tbody>
    </table>
  );
}

const rowClass =
  'border-b border-line align-top last:border-0 *:py-3 *:pr-3 max-sm:flex max-sm:flex-col max-sm:py-3 max-sm:*:py-0.5';

function FieldRow({ change, hasAnswers }: { change: FieldChange; hasAnswers: boolean }) {
  const { t } = useTranslation('form-builder');
  const { field, kind } = change;
  const { tone, icon: Icon } = kinds[kind];
  const TypeIcon = fieldIcons[field.type];
  return (
    <tr className={rowClass}>
      <td>
        <Badge tone={tone} dot={false}>
          <Icon aria-hidden className="size-3" />
          {t(`publish.kinds.${kind}`)}
        </Badge>
      </td>
      <td>
        <span className="flex gap-2">
          <TypeIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            <span className="block font-semibold text-ink">{field.label || t(`kinds.${field.type}`)}</span>
            <span className="text-xs text-subtle">
              {t(field.required ? 'publish.required' : 'publish.optional', { kind: t(`kinds.${field.type}`) })}
            </span>
          </span>
        </span>
      </td>
      <td>
        <Seen change={change} />
      </td>
      {hasAnswers && (
        <td className="text-muted">
          {change.kind === 'changed' && !change.parts.includes('label') && !change.parts.includes('options')
            ? t('publish.answers.untouched')
            : t(`publish.answers.${kind}`, { label: field.label })}
        </td>
      )}
    </tr>
  );
}

function Seen({ change }: { change: FieldChange }) {
  const { t } = useTranslation('form-builder');
  const { field } = change;
  if (change.kind === 'removed') return <Removed>{field.label}</Removed>;
  if (change.kind === 'changed') return <ChangedParts field={field} before={change.before} parts={change.parts} />;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Value>{field.label}</Value>
      <span className="text-ink">
        {change.after === null ? t('publish.first') : t('publish.after', { label: change.after })}
      </span>
    </span>
  );
}

/** Those that are a sentence are shown; the rest is named. */
function FormRow({ change, hasAnswers }: { change: FormChange; hasAnswers: boolean }) {
  const { t, i18n } = useTranslation('form-builder');
  const { part, before, after } = change;
  const shown = (value: unknown): string =>
    typeof value === 'string' ? value : Array.isArray(value) && part !== 'tagIds' ? value.join(', ') : '';
  const [old, now] = [shown(before), shown(after)];
  const name = i18n.exists(`publish.parts.${part}`, { ns: 'form-builder' })
    ? t(`publish.parts.${part}` as 'publish.parts.title')
    : t('publish.parts.other');
  return (
    <tr className={rowClass}>
      <td>
        <Badge tone="info" dot={false}>
          <Pencil aria-hidden className="size-3" />
          {t('publish.kinds.changed')}
        </Badge>
      </td>
      <td className="font-semibold text-ink">{name}</td>
      <td>
        <span className="flex flex-wrap gap-1.5">
          {old !== '' && <Removed>{old}</Removed>}
          {now !== '' && <Value>{now}</Value>}
          {old === '' && now === '' && <span className="text-muted">{t('publish.changed')}</span>}
        </span>
      </td>
      {hasAnswers && <td className="text-muted">{t('publish.answers.untouched')}</td>}
    </tr>
  );
}
