import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { contactsQuery } from '../queries.ts';

export type ChosenContact = { id: string; name: string };

type ContactChoiceProps = { contact: ChosenContact | undefined; onChange: (contact: ChosenContact) => void };

export function ContactChoice({ contact, onChange }: ContactChoiceProps) {
  const { t } = useTranslation('automation-runs');
  const [open, setOpen] = useState(false);
  const pick = (picked: ChosenContact) => {
    onChange(picked);
    setOpen(false);
  };
  return (
    <Popover
      label={t('test.contact')}
      open={open}
      onOpenChange={setOpen}
      className="w-80 max-w-[calc(100vw-2rem)]"
      trigger={
        <Button block size="lg" iconEnd={ChevronDown} className="justify-between! px-3.5!">
          <span className="flex min-w-0 items-center gap-2.5">
            {contact && <Avatar name={contact.name} size={26} />}
            <span className="truncate">{contact?.name ?? t('test.choose')}</span>
          </span>
        </Button>
      }
    >
      <Contacts onPick={pick} />
    </Popover>
  );
}

function Contacts({ onPick }: { onPick: (contact: ChosenContact) => void }) {
  const { t } = useTranslation('automation-runs');
  const [search, setSearch] = useState('');
  const contacts = useQuery(contactsQuery(search));
  return (
    <div className="flex flex-col gap-2">
      <SearchInput
        label={t('test.find')}
        placeholder={t('test.find')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      <div className="flex flex-col">
        {contacts.data?.items.map(({ id, firstName, lastName, email }) => {
          const name = [firstName, lastName].filter(Boolean).join(' ') || email;
          return (
            <Button
              key={id}
              variant="ghost"
              className="justify-start coarse:min-h-(--target-touch)"
              onClick={() => onPick({ id, name })}
            >
              <Avatar name={name} size={22} />
              <span className="truncate">{name}</span>
            </Button>
          );
        })}
        {contacts.data?.items.length === 0 && (
          <p className="px-2 py-1 text-sm text-muted">{t(search === '' ? 'test.noContacts' : 'test.notFound')}</p>
        )}
      </div>
    </div>
  );
}
