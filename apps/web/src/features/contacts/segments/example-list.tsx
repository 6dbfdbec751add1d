import { Link } from '@tanstack/react-router';
import type { Contact } from '@waggle/contracts/contacts';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { previewSegment, Segment } from '@waggle/contracts/segments';
import { CircleHelp, Ellipsis, User } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { contactName } from './contact-name.ts';
import { WhyDialog } from './why-dialog.tsx';

type Answer = ReplyOf<typeof previewSegment>;

type ExampleListProps = {
  segment: Segment | undefined;
  answer: Answer | undefined;
  waiting: boolean;
  dirty: boolean;
};

/** Five people who match. A saved segment can say why anybody is in it. */
export function ExampleList({ segment, answer, waiting, dirty }: ExampleListProps) {
  const { t } = useTranslation('segments');
  const [asked, setAsked] = useState<{ contact?: Contact }>();
  const examples = answer?.examples ?? [];
  const old = waiting && examples.length > 0;
  return (
    <section className="mt-5 border-t border-line pt-3.5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold text-ink">{t('examples.title')}</h2>
        {answer && <ExampleCount answer={answer} />}
      </div>
      {!answer && <SkeletonRows />}
      {answer?.examples.length === 0 && <p className="mt-2 text-sm text-subtle">{t('examples.nobody')}</p>}
      <ul className={cx('mt-1.5 transition-opacity', old && 'opacity-60')}>
        {examples.map((contact) => (
          <Example key={contact.id} contact={contact} onWhy={segment && (() => setAsked({ contact }))} />
        ))}
      </ul>
      {segment && (
        <Button size="sm" icon={CircleHelp} className="mt-2" onClick={() => setAsked({})}>
          {t('examples.check')}
        </Button>
      )}
      {segment && asked && (
        <WhyDialog segment={segment} first={asked.contact} dirty={dirty} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
}

function ExampleCount({ answer: { examples, count } }: { answer: Answer }) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  if (examples.length === 0) return null;
  return (
    <span className="text-xs text-subtle tabular-nums">
      {t('examples.count', { shown: format.number(examples.length), total: format.number(count) })}
    </span>
  );
}

function Example({ contact, onWhy }: { contact: Contact; onWhy: (() => void) | undefined }) {
  const { t } = useTranslation('segments');
  const name = contactName(contact);
  const address = { to: '/dashboard/contacts', search: { contact: contact.id } as never } as const;
  return (
    <li className="group -mx-2 flex items-center gap-1 rounded-md pr-1 focus-within:bg-row-hover hover:bg-row-hover">
      <Link {...address} className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 py-1.5">
        <Avatar name={name} size={28} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium text-ink">{name}</span>
          <span className="block truncate text-xs text-muted">{contact.email}</span>
        </span>
        <Time at={contact.lastActivityAt} className="shrink-0 text-xs text-muted" />
      </Link>
      {onWhy && (
        <Menu trigger={<IconButton size="sm" label={t('examples.menuOf', { name })} icon={Ellipsis} />}>
          <MenuItem icon={CircleHelp} onSelect={onWhy}>
            {t('examples.why')}
          </MenuItem>
          <MenuItem asChild>
            <Link {...address}>
              <User aria-hidden className="size-4 text-subtle" />
              {t('examples.open')}
            </Link>
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}
