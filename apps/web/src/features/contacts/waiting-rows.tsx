import type { WaitingPerson } from '@waggle/contracts/form-submissions';
import { ClipboardList } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import type { PinnedRow, PinnedRows } from '#ui/data-table.tsx';
import { nameOf } from './contact-words.tsx';
import { useWaitingPeople } from './use-waiting-people.ts';

/** Shown before somebody asks for more. */
const shownFirst = 3;

/** Who waits for a place in the plan, above the list; undefined where nobody does. */
export function useWaitingRows(): PinnedRows | undefined {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { items, total } = useWaitingPeople();
  const badge = t('waiting.status');
  const rows = useMemo(
    () => (isOpen ? items : items.slice(0, shownFirst)).map((person) => rowOf(person, badge)),
    [items, isOpen, badge],
  );
  if (rows.length === 0) return undefined;
  const left = items.length - rows.length;
  const more = { label: t('waiting.more', { count: left, shown: number(left) }), onClick: () => setOpen(true) };
  return {
    title: t('waiting.title', { shown: number(total) }),
    hint: t('waiting.hint'),
    rows,
    more: left > 0 ? more : undefined,
  };
}

function rowOf({ id, firstName, lastName, email, formName, createdAt }: WaitingPerson, word: string): PinnedRow {
  const name = nameOf({ firstName, lastName, email: email ?? '' });
  const badge = <Badge tone="neutral">{word}</Badge>;
  return {
    id,
    cells: {
      name: (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} size={26} />
          <span className="max-w-44 truncate">{name}</span>
        </span>
      ),
      email: (
        <span title={email ?? undefined} className="block w-0 min-w-full truncate">
          {email}
        </span>
      ),
      status: badge,
      tags: '–',
      source: (
        <span className="flex min-w-0 items-center gap-1.5">
          <ClipboardList aria-hidden className="size-3.5 shrink-0 text-subtle" />
          <span title={formName} className="max-w-40 truncate">
            {formName}
          </span>
        </span>
      ),
      createdAt: <Time at={createdAt} brief className="whitespace-nowrap" />,
    },
    phone: {
      leading: <Avatar name={name} size={38} />,
      title: name,
      badge,
      subtitle: email,
      aside: <Time at={createdAt} brief />,
    },
  };
}
