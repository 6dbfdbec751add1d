import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useOwner } from '../builder-context.ts';
import { nameOf } from '../contact-name.ts';
import { contactsQuery } from '../queries.ts';

export type PreviewReader = { id: string; name: string } | null;

/** Whose email is shown; null is the signed-in person. */
export function PreviewContact({
  reader,
  onChange,
}: {
  reader: PreviewReader;
  onChange: (reader: PreviewReader) => void;
}) {
  const { t } = useTranslation('campaign-builder');
  const { name } = useUser();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('preview.reader')}
      open={open}
      onOpenChange={setOpen}
      className="w-72 max-w-[calc(100vw-2rem)]"
      trigger={
        <Button size="sm" iconEnd={ChevronDown} aria-label={t('preview.as', { name: reader?.name ?? name })}>
          <span className="max-w-32 truncate">{reader?.name ?? name}</span>
        </Button>
      }
    >
      <Readers
        onPick={(picked) => {
          onChange(picked);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function Readers({ onPick }: { onPick: (reader: PreviewReader) => void }) {
  const { t } = useTranslation('campaign-builder');
  const { name } = useUser();
  const [search, setSearch] = useState('');
  const contacts = useQuery(contactsQuery(useOwner(), { search, limit: 8 })).data?.items ?? [];
  return (
    <div className="flex flex-col gap-2">
      <SearchInput
        label={t('recipients.findContact')}
        placeholder={t('recipients.findContact')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      <div className="flex flex-col">
        {search === '' && (
          <Button variant="ghost" size="sm" className="justify-start" onClick={() => onPick(null)}>
            {t('preview.me', { name })}
          </Button>
        )}
        {contacts.map((contact) => {
          const shown = nameOf(contact) || contact.email;
          return (
            <Button
              key={contact.id}
              variant="ghost"
              size="sm"
              className="justify-start"
              onClick={() => onPick({ id: contact.id, name: shown })}
            >
              <span className="truncate">{shown}</span>
            </Button>
          );
        })}
      </div>
    </div>
  );
}
